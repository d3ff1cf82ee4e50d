import { can, type Permission, type Role } from "./permissions.ts";

/**
 * What an access token may do within its owner's permissions: read; change; and, for administrators, do either with
 * users, their sessions and the audit log (docs/api.md, Scopes).
 */
export const SCOPES = ["read", "write", "manage"] as const;

export type Scope = (typeof SCOPES)[number];

/** The permissions behind API operations that need the scope "manage" (tests/integration/api-document.test.ts). */
export const MANAGE_PERMISSIONS: readonly Permission[] = [
  "user:list",
  "user:read",
  "user:create",
  "user:update",
  "user:delete",
  "user:set-email",
  "user:set-role",
  "user:ban",
  "session:list",
  "session:revoke",
  "audit:list",
];

/** The scopes that a token of a user with this role may have: only those that grant something. */
export const scopesOf = (role: Role): Scope[] =>
  SCOPES.filter(
    (scope) =>
      scope !== "manage" ||
      (can(role, "apps:manager") && MANAGE_PERMISSIONS.some((permission) => can(role, permission))),
  );
