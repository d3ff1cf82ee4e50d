import { ENTITY_NAMES, type Entity, PERSONAL_NAMES, type PersonalEntity } from "./entities.ts";
import { declared } from "./slices.ts";

const CRUD = ["list", "read", "create", "update", "delete"] as const;

/** The permissions other than the five actions on each entity. Slices declare theirs. */
const OTHER_PERMISSIONS = [
  "apps:app",
  "apps:manager",
  "user:set-email",
  "user:set-role",
  "user:ban",
  // Not declared by the slice, because sessions check it, whichever slice started them.
  "user:impersonate",
  "session:list",
  "session:revoke",
  "audit:list",
  ...declared("permissions").flat(),
] as const;

/**
 * An action on a resource, such as "user:create". "<name>:own" lets a user have rows of that entity and do anything
 * with them.
 */
export type Permission =
  | (typeof OTHER_PERMISSIONS)[number]
  | `${Entity}:${(typeof CRUD)[number]}`
  | `${PersonalEntity}:own`;

export const ALL_PERMISSIONS: readonly Permission[] = [
  ...OTHER_PERMISSIONS,
  ...ENTITY_NAMES.flatMap((entity) => CRUD.map((action) => `${entity}:${action}` as const)),
  ...PERSONAL_NAMES.map((name) => `${name}:own` as const),
];

/**
 * The roles and their permissions. Guards, buttons and forms all read this table. To add a role, add an entry here and
 * its name in the locales (`user:roles`). Careful: "user:set-email" lets a role change the address of anyone who can't
 * enter the manager, and so sign in as them; "user:set-role" lets it make administrators.
 */
const PERMISSIONS = {
  user: ["apps:app", ...declared("granted").flat()],
  admin: ALL_PERMISSIONS,
} satisfies Record<string, readonly Permission[]>;

export type Role = keyof typeof PERMISSIONS;

/** The role of a new user who signs up. */
export const DEFAULT_ROLE: Role = "user";

/** The lookups for the product's roles. */
export const { ROLES, isRole, can, rolesThat } = rolesOf<Role>(PERMISSIONS);

/** Builds the lookups for a table of roles. Tests pass their own table. */
export function rolesOf<Name extends string>(permissions: Record<Name, readonly Permission[]>) {
  const granted = new Map<string, readonly Permission[]>(Object.entries(permissions));
  const ROLES = Object.keys(permissions) as Name[];

  /**
   * Whether a role has a permission. An unknown role has none, because after a rollback, the database may hold a role
   * that a later version added.
   */
  const can = (role: Name, permission: Permission): boolean =>
    granted.get(role)?.includes(permission) ?? false;

  return {
    ROLES,
    can,
    /** Whether the table has this role. */
    isRole: (role: string): role is Name => granted.has(role),
    /** The roles that have a permission. */
    rolesThat: (permission: Permission): Name[] => ROLES.filter((role) => can(role, permission)),
  };
}

/** Where a user with this role lands after signing in. */
export function homeOf(role: Role): "/manager" | "/app" {
  return can(role, "apps:manager") ? "/manager" : "/app";
}
