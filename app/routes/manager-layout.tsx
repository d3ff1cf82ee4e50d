import type { ReactNode } from "react";
import { href, Outlet } from "react-router";
import { viewerContext } from "#app/context.ts";
import { timeInWords } from "#app/core/i18n/time-in-words.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { isSidebarCollapsed } from "#app/core/shell/sidebar-cookie.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { ClosedPages } from "#app/core/ui/may-open.ts";
import { StatusMessage } from "#app/core/ui/status-message.tsx";
import { ENTITIES, ENTITY_NAMES } from "#app/entities.ts";
import { signInStep } from "#app/identity/auth/sign-in-step.server.ts";
import { pictureOfViewer } from "#app/identity/hooks/find-picture.server.ts";
import { requirePermissionInParallel, requireSecondStepInParallel } from "#app/identity/middleware/guards.ts";
import { ErrorPage } from "#app/identity/shell/error-page.tsx";
import { entriesFor, type NavigationEntry } from "#app/identity/shell/navigation.ts";
import { SidebarLayout } from "#app/identity/shell/sidebar-layout.tsx";
import { StandaloneErrorPage } from "#app/identity/shell/standalone-error-page.tsx";
import { closedTo } from "#app/page-permissions.ts";
import type { Route } from "./+types/manager-layout.ts";
import { managerNavigation } from "./manager-navigation.ts";
import { managerTools } from "./manager-tools.ts";

export const middleware = [requirePermissionInParallel("apps:manager"), requireSecondStepInParallel];

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  const step = signInStep();
  const [reader, due = null] = await Promise.all([viewer, step?.due(context, viewer)]);
  const { role, name, email } = reader;
  return {
    role,
    closed: closedTo(role, href("/manager")),
    user: { name, email, picture: await pictureOfViewer(context, reader) },
    collapsed: isSidebarCollapsed(request.headers.get("Cookie")),
    /** Until when the reader may enter without the further step that they need. */
    stepDue: step && due !== null ? { time: timeInWords(context)(due), setUp: step.setUp } : null,
  };
}

/** The sidebar, around a page of the manager or its error. */
function ManagerArea({
  role,
  user,
  collapsed,
  stepDue: due,
  children,
}: Route.ComponentProps["loaderData"] & { children: ReactNode }) {
  const { t } = useI18n();
  const application = managerNavigation().flatMap(({ application }) => application?.(t) ?? []);
  const configuration: NavigationEntry[] = [
    { to: href("/manager/users"), label: t("user:list.title"), icon: "users", permission: "user:list" },
    {
      to: href("/manager/audit"),
      label: t("manager:navigation.audit"),
      icon: "scroll-text",
      permission: "audit:list",
    },
    {
      to: href("/manager/jobs"),
      label: t("manager:navigation.jobs"),
      icon: "list-checks",
      permission: "job:list",
    },
    { to: href("/manager/account"), label: t("common:account"), icon: "circle-user" },
    {
      to: href("/app"),
      label: t("manager:navigation.openApp"),
      icon: "app-window",
      permission: "apps:app",
    },
    ...managerNavigation().flatMap(({ configuration }) => configuration?.(t) ?? []),
  ];
  const actions = ENTITY_NAMES.map(
    (entity): NavigationEntry => ({
      to: href(`/manager/${ENTITIES[entity]}/new`),
      label: t(`${entity}:manager.new`),
      icon: "plus",
      permission: `${entity}:create`,
    }),
  );
  const groups = [
    { label: t("manager:navigation.application"), entries: entriesFor(role, application) },
    { label: t("manager:navigation.configuration"), entries: entriesFor(role, configuration) },
  ].filter(({ entries }) => entries.length > 0);
  const pages = groups.flatMap(({ entries }) => entries);
  return (
    <SidebarLayout
      home={pages[0]?.to ?? href("/manager")}
      groups={groups}
      user={user}
      userMenu={[
        { to: href("/manager/account"), label: t("common:account"), icon: "circle-user" },
        { to: href("/sign-out"), label: t("common:signOut"), icon: "log-out" },
      ]}
      tools={managerTools().map((Tool) => (
        <Tool key={Tool.name} pages={pages} actions={entriesFor(role, actions)} collapsed={collapsed} />
      ))}
      collapsed={collapsed}
      collapseAction={href("/manager/sidebar")}
    >
      {due && (
        <div className="mb-6">
          <StatusMessage
            type="warning"
            action={
              <ButtonLink variant="quiet" to={due.setUp}>
                {t("manager:secondStepOpen")}
              </ButtonLink>
            }
          >
            {t("manager:secondStepDue", { time: due.time })}
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
      <ClosedPages value={loaderData.closed}>
        <Outlet />
      </ClosedPages>
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
