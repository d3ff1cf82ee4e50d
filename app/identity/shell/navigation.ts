import type { TFunction } from "i18next";
import type { IconName } from "#app/core/ui/icon-names.ts";
import { can, type Permission, type Role } from "#app/permissions.ts";

/** One link of the navigation. */
export interface NavigationEntry {
  to: string;
  label: string;
  icon: IconName;
  /** Active on this path only, not on those below it. */
  end?: boolean;
  /** Also active on pages whose paths begin with this, which its page leads to. */
  alsoFor?: string;
  /** The only screens that show it. */
  only?: "phone" | "wide";
  /** The permission that its page requires. */
  permission?: Permission;
}

/** The pages of a slice in the navigation of the area of readers. */
export type ReaderNavigation = (t: TFunction) => NavigationEntry[];

/** The pages of a slice in the navigation of the manager. */
export interface ManagerNavigation {
  /** Among what the product is about. */
  application?: (t: TFunction) => NavigationEntry[];
  /** Among how it is set up. */
  configuration?: (t: TFunction) => NavigationEntry[];
}

/** The entries that a role may use; without a role, those that require no permission. */
export const entriesFor = (role: Role | null, entries: NavigationEntry[]): NavigationEntry[] =>
  entries.filter(({ permission }) => !permission || (role !== null && can(role, permission)));
