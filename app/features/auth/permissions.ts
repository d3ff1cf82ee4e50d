import type { ROLES } from "../../db/schema.ts";

export type Role = (typeof ROLES)[number];

/** What may be done: a resource and an action. */
export type Permission = "apps:app" | "apps:manager";

/** The one table of who may do what. Guards, buttons and answers all read it. */
const PERMISSIONS: Record<Role, readonly Permission[]> = {
  user: ["apps:app"],
  admin: ["apps:app", "apps:manager"],
};

/** Whether a role may do something (SPEC.md section 6). */
export function can(role: Role, permission: Permission): boolean {
  return PERMISSIONS[role].includes(permission);
}

/** Where someone of a role belongs after signing in. */
export function homeOf(role: Role): "/manager" | "/app" {
  return can(role, "apps:manager") ? "/manager" : "/app";
}
