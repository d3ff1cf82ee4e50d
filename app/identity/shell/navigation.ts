import type { TFunction } from "i18next";
import type { IconName } from "#app/core/ui/icon-names.ts";
import { can, type Permission, type Role } from "#app/permissions.ts";

/** One link of the navigation. */
export interface NavigationEntry {
  to: string;
  label: string;
  icon: IconName;
  /** Whether the link is marked as current only on this path, and not on paths below it. */
  end?: boolean;
  /**
   * The link is also marked as current on pages whose paths start with this, because the link's page links to
   * them.
   */
  alsoFor?: string;
  /** If given, only these screens show the link. */
  only?: "phone" | "wide";
  /** The permission that the link's page requires. */
  permission?: Permission;
}

/** The pages of a slice in the navigation of the readers' area. */
export type ReaderNavigation = (t: TFunction) => NavigationEntry[];

/** The pages of a slice in the navigation of the manager. */
export interface ManagerNavigation {
  /** Entries in the group of the application. */
  application?: (t: TFunction) => NavigationEntry[];
  /** Entries in the group of the configuration. */
  configuration?: (t: TFunction) => NavigationEntry[];
}

/** The entries that a role may use. Without a role: the entries that need no permission. */
export const entriesFor = (role: Role | null, entries: NavigationEntry[]): NavigationEntry[] =>
  entries.filter(({ permission }) => !permission || (role !== null && can(role, permission)));
