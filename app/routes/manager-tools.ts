import type { ComponentType } from "react";
import type { NavigationEntry } from "#app/identity/shell/navigation.ts";
import type { Role } from "#app/permissions.ts";
import { CommandMenu } from "#app/slices/palette/command-menu.tsx";

/** The tools above the navigation of the manager. `pages`: the pages in the navigation; `role`: the reader's role. */
type ManagerTool = ComponentType<{ pages: NavigationEntry[]; role: Role }>;

export const managerTools = (): readonly ManagerTool[] => [CommandMenu];
