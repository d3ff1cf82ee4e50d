import { href } from "react-router";
import type { ReaderNavigation } from "#app/identity/shell/navigation.ts";

export const organisationReaderNavigation: ReaderNavigation = (t) => [
  { to: href("/app/o"), label: t("organisations:navigation"), icon: "building" },
];
