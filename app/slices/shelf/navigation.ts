import { href } from "react-router";
import type { ReaderNavigation } from "#app/identity/shell/navigation.ts";

export const shelfReaderNavigation: ReaderNavigation = (t) => [
  { to: href("/app/shelf"), label: t("shelf:navigation"), icon: "book-marked", permission: "reading:own" },
];
