import type { LucideIcon } from "lucide-react";
import { can, type Permission, type Role } from "#app/permissions.ts";

/** One place the navigation leads to. */
export interface NavigationEntry {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Active on this path only, not on those below it. */
  end?: boolean;
  /** What its page takes. */
  permission?: Permission;
}

/** The entries that a role may follow; without a role, those that take no permission. */
export const entriesFor = (role: Role | null, entries: NavigationEntry[]): NavigationEntry[] =>
  entries.filter(({ permission }) => !permission || (role !== null && can(role, permission)));
