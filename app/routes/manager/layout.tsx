import {
  BookOpen,
  CircleUser,
  LayoutDashboard,
  LogOut,
  ScrollText,
  SquareArrowOutUpRight,
  Tags,
  Users,
} from "lucide-react";
import { href, Outlet } from "react-router";
import { viewerContext } from "#app/context.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { requirePermission } from "#app/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { isSidebarCollapsed } from "#app/shell/sidebar-cookie.ts";
import { SidebarLayout } from "#app/shell/sidebar-layout.tsx";
import { StandaloneErrorPage } from "#app/shell/standalone-error-page.tsx";
import type { Route } from "./+types/layout.ts";

export const middleware = [requirePermission("apps:manager")];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { role, name, email } = await context.get(viewerContext);
  return {
    user: { name, email },
    collapsed: isSidebarCollapsed(request.headers.get("Cookie")),
    mayListBooks: can(role, "book:list"),
    mayListGenres: can(role, "genre:list"),
    mayListUsers: can(role, "user:list"),
    mayListAudit: can(role, "audit:list"),
  };
}

export default function ManagerLayout({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { user, collapsed, mayListBooks, mayListGenres, mayListUsers, mayListAudit } = loaderData;
  const application = [
    {
      to: href("/manager/dashboard"),
      label: t("manager:navigation.dashboard"),
      icon: LayoutDashboard,
      shown: true,
    },
    { to: href("/manager/books"), label: t("manager:navigation.books"), icon: BookOpen, shown: mayListBooks },
    { to: href("/manager/genres"), label: t("manager:navigation.genres"), icon: Tags, shown: mayListGenres },
  ];
  const configuration = [
    { to: href("/manager/users"), label: t("manager:navigation.users"), icon: Users, shown: mayListUsers },
    {
      to: href("/manager/audit"),
      label: t("manager:navigation.audit"),
      icon: ScrollText,
      shown: mayListAudit,
    },
    { to: href("/manager/account"), label: t("account:title"), icon: CircleUser, shown: true },
    { to: href("/app"), label: t("manager:navigation.openApp"), icon: SquareArrowOutUpRight, shown: true },
  ];
  return (
    <SidebarLayout
      home={href("/manager/dashboard")}
      groups={[
        { label: t("manager:navigation.application"), entries: application.filter(({ shown }) => shown) },
        { label: t("manager:navigation.configuration"), entries: configuration.filter(({ shown }) => shown) },
      ]}
      user={user}
      userMenu={[
        { to: href("/manager/account"), label: t("account:title"), icon: CircleUser },
        { to: href("/sign-out"), label: t("auth:signOut.title"), icon: LogOut },
      ]}
      collapsed={collapsed}
      collapseAction={href("/manager/sidebar")}
    >
      <Outlet />
    </SidebarLayout>
  );
}

/** Without the navigation: who ends up here may not see what it leads to. */
export function ErrorBoundary() {
  return <StandaloneErrorPage />;
}
