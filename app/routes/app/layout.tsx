import type { ReactNode } from "react";
import { href, Outlet } from "react-router";
import { viewerContext } from "#app/context.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { requirePermissionInParallel } from "#app/middleware/guards.ts";
import type { Role } from "#app/permissions.ts";
import { AppLayout } from "#app/shell/app-layout.tsx";
import { ErrorPage } from "#app/shell/error-page.tsx";
import { entriesFor, type NavigationEntry } from "#app/shell/navigation.ts";
import type { Route } from "./+types/layout.ts";

export const middleware = [requirePermissionInParallel("apps:app")];

export async function loader({ context }: Route.LoaderArgs) {
  const { role } = await context.get(viewerContext);
  return { role };
}

function AppArea({ role, children }: { role: Role | null; children: ReactNode }) {
  const { t } = useI18n();
  const entries: NavigationEntry[] = [
    { to: href("/app"), label: t("app:navigation.home"), icon: "house", end: true },
    { to: href("/app/books"), label: t("book:list.title"), icon: "book-open", permission: "book:list" },
    {
      to: `${href("/app/books")}#search`,
      label: t("search"),
      icon: "search",
      permission: "book:list",
      only: "phone",
    },
    { to: href("/app/account"), label: t("common:account"), icon: "circle-user" },
    { to: href("/sign-out"), label: t("common:signOut"), icon: "log-out", only: "wide" },
  ];
  return (
    <AppLayout home={href("/app")} navigation={entriesFor(role, entries)}>
      {children}
    </AppLayout>
  );
}

export default function Layout({ loaderData: { role } }: Route.ComponentProps) {
  return (
    <AppArea role={role}>
      <Outlet />
    </AppArea>
  );
}

export function ErrorBoundary({ loaderData }: Route.ErrorBoundaryProps) {
  return (
    <AppArea role={loaderData?.role ?? null}>
      <ErrorPage />
    </AppArea>
  );
}
