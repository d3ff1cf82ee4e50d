import type { TFunction } from "i18next";
import type { IconName } from "#app/core/ui/icon-names.ts";
import { can, type Permission, type Role } from "#app/permissions.ts";

/** One link of the navigation. */
export interface NavigationEntry {
  to: string;
  label: string;
  icon: IconName;
  /** Marked on this path only, not on those below it. */
  end?: boolean;
  /** Also marked on pages whose paths start with this: its page links to them. */
  alsoFor?: string;
  /** The only screens that show it. */
  only?: "phone" | "wide";
  /** The permission that its page requires. */
  permission?: Permission;
}

/** The pages of a slice in the navigation of the readers' area. */
export type ReaderNavigation = (t: TFunction) => NavigationEntry[];

/** The pages of a slice in the navigation of the manager. */
export interface ManagerNavigation {
  /** In the group of the application. */
  application?: (t: TFunction) => NavigationEntry[];
  /** In the group of the configuration. */
  configuration?: (t: TFunction) => NavigationEntry[];
}

/** The entries that a role may use; without a role, those without a permission. */
export const entriesFor = (role: Role | null, entries: NavigationEntry[]): NavigationEntry[] =>
  entries.filter(({ permission }) => !permission || (role !== null && can(role, permission)));
