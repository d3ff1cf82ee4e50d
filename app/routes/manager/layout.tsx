import type { ReactNode } from "react";
import { href, Outlet } from "react-router";
import { viewerContext } from "#app/context.ts";
import { ENTITIES, ENTITY_NAMES } from "#app/entities.ts";
import { secondStepDue } from "#app/features/second-step/administrators.server.ts";
import { timeInWords } from "#app/i18n/time-in-words.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { requirePermissionInParallel, requireSecondStepInParallel } from "#app/middleware/guards.ts";
import { ErrorPage } from "#app/shell/error-page.tsx";
import { entriesFor, type NavigationEntry } from "#app/shell/navigation.ts";
import { isSidebarCollapsed } from "#app/shell/sidebar-cookie.ts";
import { SidebarLayout } from "#app/shell/sidebar-layout.tsx";
import { StandaloneErrorPage } from "#app/shell/standalone-error-page.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { StatusMessage } from "#app/ui/status-message.tsx";
import type { Route } from "./+types/layout.ts";

export const middleware = [requirePermissionInParallel("apps:manager"), requireSecondStepInParallel];

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  const [{ role, name, email }, due] = await Promise.all([viewer, secondStepDue(context, viewer)]);
  return {
    role,
    user: { name, email },
    collapsed: isSidebarCollapsed(request.headers.get("Cookie")),
    secondStepDue: due === null ? null : timeInWords(context)(due),
  };
}

/** The sidebar, around a page of the manager or its error. */
function ManagerArea({
  role,
  user,
  collapsed,
  secondStepDue: due,
  children,
}: Route.ComponentProps["loaderData"] & { children: ReactNode }) {
  const { t } = useI18n();
  const application: NavigationEntry[] = [
    { to: href("/manager/dashboard"), label: t("manager:navigation.dashboard"), icon: "layout-dashboard" },
    { to: href("/manager/books"), label: t("book:list.title"), icon: "book-open", permission: "book:list" },
    { to: href("/manager/genres"), label: t("genre:list.title"), icon: "tags", permission: "genre:list" },
  ];
  const configuration: NavigationEntry[] = [
    { to: href("/manager/users"), label: t("user:list.title"), icon: "users", permission: "user:list" },
    {
      to: href("/manager/audit"),
      label: t("manager:navigation.audit"),
      icon: "scroll-text",
      permission: "audit:list",
    },
    { to: href("/manager/account"), label: t("common:account"), icon: "circle-user" },
    {
      to: href("/app"),
      label: t("manager:navigation.openApp"),
      icon: "app-window",
      permission: "apps:app",
    },
    { to: href("/api/docs"), label: t("manager:navigation.apiDocumentation"), icon: "book-marked" },
  ];
  const actions = ENTITY_NAMES.map(
    (entity): NavigationEntry => ({
      to: href(`/manager/${ENTITIES[entity]}/new`),
      label: t(`${entity}:manager.new`),
      icon: "plus",
      permission: `${entity}:create`,
    }),
  );
  return (
    <SidebarLayout
      home={href("/manager/dashboard")}
      groups={[
        { label: t("manager:navigation.application"), entries: entriesFor(role, application) },
        { label: t("manager:navigation.configuration"), entries: entriesFor(role, configuration) },
      ]}
      user={user}
      userMenu={[
        { to: href("/manager/account"), label: t("common:account"), icon: "circle-user" },
        { to: href("/sign-out"), label: t("common:signOut"), icon: "log-out" },
      ]}
      actions={entriesFor(role, actions)}
      findPath={href("/manager/find")}
      collapsed={collapsed}
      collapseAction={href("/manager/sidebar")}
    >
      {due && (
        <div className="mb-6">
          <StatusMessage
            type="warning"
            action={
              <ButtonLink variant="quiet" to={href("/account/second-step")}>
                {t("manager:secondStepOpen")}
              </ButtonLink>
            }
          >
            {t("manager:secondStepDue", { time: due })}
          </StatusMessage>
        </div>
      )}
      {children}
    </SidebarLayout>
  );
}

export default function ManagerLayout({ loaderData }: Route.ComponentProps) {
  return (
    <ManagerArea {...loaderData}>
      <Outlet />
    </ManagerArea>
  );
}

/** Without the sidebar if the layout has no data: then the reader may not be allowed to see it. */
export function ErrorBoundary({ loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) return <StandaloneErrorPage />;
  return (
    <ManagerArea {...loaderData}>
      <ErrorPage />
    </ManagerArea>
  );
}
