import { can, type Permission, type Role } from "./permissions.ts";

/**
 * What a token may do, beside what its owner's role permits: read, change, and, for administrators, do either with users,
 * their sessions and the audit log (docs/api.md, Scopes).
 */
export const SCOPES = ["read", "write", "manage"] as const;

export type Scope = (typeof SCOPES)[number];

/** What the operations of the API are about that take the scope "manage" (tests/integration/api-document.test.ts). */
export const MANAGED: readonly Permission[] = [
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

/** The scopes that a token of somebody with a role may have: no scope that would open nothing to them. */
export const scopesOf = (role: Role): Scope[] =>
  SCOPES.filter(
    (scope) =>
      scope !== "manage" ||
      (can(role, "apps:manager") && MANAGED.some((permission) => can(role, permission))),
  );
