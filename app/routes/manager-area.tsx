import type { ReactNode } from "react";
import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ClosedPages } from "#app/core/ui/may-open.ts";
import { entriesFor, type NavigationEntry } from "#app/identity/shell/navigation.ts";
import { SidebarLayout } from "#app/identity/shell/sidebar-layout.tsx";
import type { readManagerArea } from "./areas.server.ts";
import { managerNavigation } from "./manager-navigation.ts";
import { managerTools } from "./manager-tools.ts";

/** What the frame of the manager shows about its reader. */
export type ManagerAreaData = Awaited<ReturnType<typeof readManagerArea>>;

/** The frame of the manager, around a page or its error: the sidebar. */
export function ManagerArea({
  area: { role, closed, user, sidebar },
  children,
}: {
  area: ManagerAreaData;
  children: ReactNode;
}) {
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
    { to: href("/manager/account"), label: t("common:account"), icon: "circle-user", alsoFor: "/account/" },
    {
      to: href("/app"),
      label: t("manager:navigation.openApp"),
      icon: "app-window",
      permission: "apps:app",
    },
    ...managerNavigation().flatMap(({ configuration }) => configuration?.(t) ?? []),
  ];
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
      tools={managerTools().map((Tool) => <Tool key={Tool.name} pages={pages} role={role} />)}
      sidebar={sidebar}
      collapseAction={href("/manager/sidebar")}
    >
      <ClosedPages value={closed}>{children}</ClosedPages>
    </SidebarLayout>
  );
}
