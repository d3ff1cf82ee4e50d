import type { TFunction } from "i18next";
import { isRole, type Role } from "#app/permissions.ts";

/** What a role is called, in the reader's language. */
export function roleName(t: TFunction, role: Role): string {
  // A database may hold a role that this version does not have.
  return isRole(role) ? t(`user:roles.${role}`) : t("user:unknownRole");
}
