import { BookOpen, LayoutDashboard, LogOut, SquareArrowOutUpRight, Tags, Users } from "lucide-react";
import { href, Outlet } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { requirePermission } from "#app/middleware/guards.ts";
import { AreaLayout } from "#app/ui/area-layout.tsx";
import { StandaloneErrorPage } from "#app/ui/standalone-error-page.tsx";

export const middleware = [requirePermission("apps:manager")];

/** Makes navigations on the client ask the server, and thereby the guard. */
export const loader = () => null;

export default function ManagerLayout() {
  const { t } = useTranslation();
  return (
    <AreaLayout
      home={href("/manager/dashboard")}
      navigation={[
        { to: href("/manager/dashboard"), label: t("manager:navigation.dashboard"), icon: LayoutDashboard },
        { to: href("/manager/books"), label: t("manager:navigation.books"), icon: BookOpen },
        { to: href("/manager/genres"), label: t("manager:navigation.genres"), icon: Tags },
        { to: href("/manager/users"), label: t("manager:navigation.users"), icon: Users },
        { to: href("/app"), label: t("manager:navigation.openApp"), icon: SquareArrowOutUpRight },
        { to: href("/sign-out"), label: t("auth:signOut.title"), icon: LogOut },
      ]}
    >
      <Outlet />
    </AreaLayout>
  );
}

/** Without the navigation: who ends up here may not see what it leads to. */
export function ErrorBoundary() {
  return <StandaloneErrorPage />;
}
