import { can, type Permission, type Role } from "#app/permissions.ts";
import type { IconName } from "#app/ui/icon-names.ts";

/** One link of the navigation. */
export interface NavigationEntry {
  to: string;
  label: string;
  icon: IconName;
  /** Active on this path only, not on those below it. */
  end?: boolean;
  /** The only screens that show it. */
  only?: "phone" | "wide";
  /** The permission that its page requires. */
  permission?: Permission;
}

/** The entries that a role may use; without a role, those that require no permission. */
export const entriesFor = (role: Role | null, entries: NavigationEntry[]): NavigationEntry[] =>
  entries.filter(({ permission }) => !permission || (role !== null && can(role, permission)));
