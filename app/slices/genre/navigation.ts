import { href } from "react-router";
import type { ManagerNavigation } from "#app/identity/shell/navigation.ts";

export const genreManagerNavigation: ManagerNavigation = {
  application: (t) => [
    { to: href("/manager/genres"), label: t("genre:list.title"), icon: "tags", permission: "genre:list" },
  ],
};
