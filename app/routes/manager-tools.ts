import type { ComponentType } from "react";
import type { NavigationEntry } from "#app/identity/shell/navigation.ts";
import type { Role } from "#app/permissions.ts";
import { CommandMenu } from "#app/slices/palette/command-menu.tsx";

/** What stands above the navigation of the manager. `pages`: those of the navigation; `role`: the reader's. */
type ManagerTool = ComponentType<{ pages: NavigationEntry[]; role: Role }>;

export const managerTools = (): readonly ManagerTool[] => [CommandMenu];
