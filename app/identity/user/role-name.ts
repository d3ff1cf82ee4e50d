import type { TFunction } from "i18next";
import { isRole, type Role } from "#app/permissions.ts";

/** The name of a role, in the reader's language. */
export function roleName(t: TFunction, role: Role): string {
  // After a rollback, the database may have a role that this version doesn't know.
  return isRole(role) ? t(`user:roles.${role}`) : t("user:unknownRole");
}
