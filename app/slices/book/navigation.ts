import { href } from "react-router";
import type { ManagerNavigation, ReaderNavigation } from "#app/identity/shell/navigation.ts";

export const bookManagerNavigation: ManagerNavigation = {
  application: (t) => [
    { to: href("/manager/books"), label: t("book:list.title"), icon: "book-open", permission: "book:list" },
  ],
};

export const bookReaderNavigation: ReaderNavigation = (t) => [
  { to: href("/app/books"), label: t("book:list.title"), icon: "book-open", permission: "book:list" },
  {
    to: `${href("/app/books")}#search`,
    label: t("search"),
    icon: "search",
    permission: "book:list",
    only: "phone",
  },
];
