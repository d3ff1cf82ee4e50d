import { href } from "react-router";
import type { ManagerNavigation, ReaderNavigation } from "#app/identity/shell/navigation.ts";

export const organisationReaderNavigation: ReaderNavigation = (t) => [
  { to: href("/app/o"), label: t("organisations:navigation"), icon: "building" },
];

export const organisationManagerNavigation: ManagerNavigation = {
  application: (t) => [
    {
      to: href("/manager/organisations"),
      label: t("organisations:navigation"),
      icon: "building",
      permission: "organisation:list",
    },
  ],
};
