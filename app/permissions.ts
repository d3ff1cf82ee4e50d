import { ENTITY_NAMES, type Entity } from "./entities.ts";
import type { ErrorCode } from "./error-codes.ts";

/** The roles there are. */
export const ROLES = ["user", "admin"] as const;

export type Role = (typeof ROLES)[number];

const CRUD = ["list", "read", "create", "update", "delete"] as const;

/** What can be permitted besides the five actions on each entity. */
const OTHER_PERMISSIONS = [
  "apps:app",
  "apps:manager",
  "user:set-role",
  "user:ban",
  "user:impersonate",
  "session:list",
  "session:revoke",
  "audit:list",
] as const;

/** An action on a resource, such as "user:create". */
export type Permission = (typeof OTHER_PERMISSIONS)[number] | `${Entity}:${(typeof CRUD)[number]}`;

const ALL: readonly Permission[] = [
  ...OTHER_PERMISSIONS,
  ...ENTITY_NAMES.flatMap((entity) => CRUD.map((action) => `${entity}:${action}` as const)),
];

/** The one table of who may do what. Guards, buttons and answers all read it. */
const PERMISSIONS: Record<Role, readonly Permission[]> = {
  user: ["apps:app", "book:list", "book:read"],
  admin: ALL,
};

/** What someone without a permission is told, where docs/product.md, Errors, has a word for it. */
const REFUSALS: Partial<Record<Permission, ErrorCode>> = {
  "user:set-role": "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE",
  "user:create": "YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS",
  "user:list": "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS",
  "user:ban": "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS",
  "user:impersonate": "YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS",
  "user:delete": "YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS",
  "session:list": "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS",
  "session:revoke": "YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS",
};

/** Whether a role may do something. */
export function can(role: Role, permission: Permission): boolean {
  return PERMISSIONS[role].includes(permission);
}

/** The roles that may do something. */
export function rolesThat(permission: Permission): Role[] {
  return ROLES.filter((role) => can(role, permission));
}

/** The code of the refusal where a permission is missing. */
export function errorCodeFor(permission: Permission): ErrorCode {
  return REFUSALS[permission] ?? "ACCESS_DENIED";
}

/** Where someone of a role belongs after signing in. */
export function homeOf(role: Role): "/manager" | "/app" {
  return can(role, "apps:manager") ? "/manager" : "/app";
}
