import { href } from "react-router";
import type { ManagerNavigation } from "#app/identity/shell/navigation.ts";

export const apiManagerNavigation: ManagerNavigation = {
  configuration: (t) => [
    { to: href("/api/docs"), label: t("manager:navigation.apiDocumentation"), icon: "book-marked" },
  ],
};
