import type { ReactNode } from "react";
import { href, Outlet } from "react-router";
import { viewerContext } from "#app/context.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ClosedPages } from "#app/core/ui/may-open.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { AppLayout } from "#app/identity/shell/app-layout.tsx";
import { ErrorPage } from "#app/identity/shell/error-page.tsx";
import { entriesFor, type NavigationEntry } from "#app/identity/shell/navigation.ts";
import { closedTo } from "#app/page-permissions.ts";
import type { Role } from "#app/permissions.ts";
import type { Route } from "./+types/app-layout.ts";
import { readerNavigation } from "./reader-navigation.ts";

export const middleware = [requirePermissionInParallel("apps:app")];

export async function loader({ context }: Route.LoaderArgs) {
  const { role } = await context.get(viewerContext);
  return { role, closed: closedTo(role, href("/app")) };
}

function AppArea({ role, children }: { role: Role | null; children: ReactNode }) {
  const { t } = useI18n();
  const entries: NavigationEntry[] = [
    { to: href("/app"), label: t("app:navigation.home"), icon: "house", end: true },
    ...readerNavigation().flatMap((entriesOf) => entriesOf(t)),
    { to: href("/app/account"), label: t("common:account"), icon: "circle-user" },
    { to: href("/sign-out"), label: t("common:signOut"), icon: "log-out", only: "wide" },
  ];
  return (
    <AppLayout home={href("/app")} navigation={entriesFor(role, entries)}>
      {children}
    </AppLayout>
  );
}

export default function Layout({ loaderData: { role, closed } }: Route.ComponentProps) {
  return (
    <AppArea role={role}>
      <ClosedPages value={closed}>
        <Outlet />
      </ClosedPages>
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
