import type { ComponentType } from "react";
import { UsersExportEntry } from "#app/slices/list-export/users-export-entry.tsx";

/** What slices add to the menu of the list of users. `isFiltered`: whether the list shows only some of the rows. */
export const usersMenu = (): readonly ComponentType<{ isFiltered: boolean }>[] => [UsersExportEntry];
