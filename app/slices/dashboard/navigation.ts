import { href } from "react-router";
import type { ManagerNavigation } from "#app/identity/shell/navigation.ts";

export const dashboardManagerNavigation: ManagerNavigation = {
  application: (t) => [
    { to: href("/manager/dashboard"), label: t("manager:navigation.dashboard"), icon: "layout-dashboard" },
  ],
};
