import { BookOpen, CircleUser, House, LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { href, Outlet } from "react-router";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { requirePermission } from "#app/middleware/guards.ts";
import { AppLayout } from "#app/shell/app-layout.tsx";
import { ErrorPage } from "#app/shell/error-page.tsx";

export const middleware = [requirePermission("apps:app")];

/** Makes navigations on the client ask the server, and thereby the guard. */
export const loader = () => null;

function AppArea({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  return (
    <AppLayout
      home={href("/app")}
      navigation={[
        { to: href("/app"), label: t("app:navigation.home"), icon: House, end: true },
        { to: href("/app/books"), label: t("app:navigation.books"), icon: BookOpen },
        { to: href("/app/account"), label: t("account:title"), icon: CircleUser },
        { to: href("/sign-out"), label: t("auth:signOut.title"), icon: LogOut },
      ]}
    >
      {children}
    </AppLayout>
  );
}

export default function Layout() {
  return (
    <AppArea>
      <Outlet />
    </AppArea>
  );
}

export function ErrorBoundary() {
  return (
    <AppArea>
      <ErrorPage />
    </AppArea>
  );
}
