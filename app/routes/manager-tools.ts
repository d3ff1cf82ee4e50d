import type { ComponentType } from "react";
import type { NavigationEntry } from "#app/identity/shell/navigation.ts";
import { CommandMenu } from "#app/slices/palette/command-menu.tsx";

/** What stands above the navigation of the manager. `pages`: those of the navigation; `actions`: what else can be opened. */
type ManagerTool = ComponentType<{
  pages: NavigationEntry[];
  actions: NavigationEntry[];
  collapsed: boolean;
}>;

export const managerTools = (): readonly ManagerTool[] => [CommandMenu];
