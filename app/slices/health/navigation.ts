import { href } from "react-router";
import type { ManagerNavigation } from "#app/identity/shell/navigation.ts";

export const healthManagerNavigation: ManagerNavigation = {
  configuration: (t) => [
    {
      to: href("/manager/health"),
      label: t("manager:navigation.health"),
      icon: "activity",
      permission: "health:read",
    },
    {
      to: href("/manager/jobs"),
      label: t("manager:navigation.jobs"),
      icon: "list-checks",
      permission: "health:jobs.list",
    },
  ],
};
