import { ENTITY_NAMES, type Entity } from "./entities.ts";
import type { ErrorCode } from "./error-codes.ts";

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

/**
 * The roles, and what each may do. Guards, buttons and forms all read this table: a new role is an entry here, and its
 * name in the locales (`user:roles`). Whoever has "user:update" can give anyone another address, and so sign in as them.
 */
const PERMISSIONS = {
  user: ["apps:app", "book:list", "book:read"],
  admin: ALL,
} satisfies Record<string, readonly Permission[]>;

export type Role = keyof typeof PERMISSIONS;

/** The role of someone who signs up. */
export const DEFAULT_ROLE: Role = "user";

export const { ROLES, isRole, can, rolesThat } = rolesOf<Role>(PERMISSIONS);

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

/** Answers questions about a table of roles. */
export function rolesOf<Name extends string>(permissions: Record<Name, readonly Permission[]>) {
  const granted = new Map<string, readonly Permission[]>(Object.entries(permissions));
  const ROLES = Object.keys(permissions) as Name[];

  /**
   * Whether a role may do something. A role that the table does not have may do nothing: the database may hold one that
   * a later version has added, where a deployment was rolled back.
   */
  const can = (role: Name, permission: Permission): boolean =>
    granted.get(role)?.includes(permission) ?? false;

  return {
    ROLES,
    can,
    /** Whether the table has a role. */
    isRole: (role: string): role is Name => granted.has(role),
    /** The roles that may do something. */
    rolesThat: (permission: Permission): Name[] => ROLES.filter((role) => can(role, permission)),
  };
}

/** The code of the refusal where a permission is missing. */
export function errorCodeFor(permission: Permission): ErrorCode {
  return REFUSALS[permission] ?? "ACCESS_DENIED";
}

/** Where someone of a role belongs after signing in. */
export function homeOf(role: Role): "/manager" | "/app" {
  return can(role, "apps:manager") ? "/manager" : "/app";
}
