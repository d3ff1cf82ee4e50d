/** The roles there are. */
export const ROLES = ["user", "admin"] as const;

export type Role = (typeof ROLES)[number];

/** The actions there are on each resource (SPEC.md section 6). */
interface Actions {
  apps: "app" | "manager";
  book: "list" | "read" | "create" | "update" | "delete";
  genre: "list" | "read" | "create" | "update" | "delete";
  user: "list" | "read" | "create" | "update" | "delete" | "set-role";
  session: "list" | "revoke";
}

/** What may be done: an action on a resource, "book:create". */
export type Permission = { [Resource in keyof Actions]: `${Resource}:${Actions[Resource]}` }[keyof Actions];

const USER: readonly Permission[] = ["apps:app", "book:list", "book:read"];

/** The one table of who may do what. Guards, buttons and answers all read it. */
const PERMISSIONS: Record<Role, readonly Permission[]> = {
  user: USER,
  admin: [
    ...USER,
    "apps:manager",
    "book:create",
    "book:update",
    "book:delete",
    "genre:list",
    "genre:read",
    "genre:create",
    "genre:update",
    "genre:delete",
    "user:list",
    "user:read",
    "user:create",
    "user:update",
    "user:delete",
    "user:set-role",
    "session:list",
    "session:revoke",
  ],
};

/** Whether a role may do something. */
export function can(role: Role, permission: Permission): boolean {
  return PERMISSIONS[role].includes(permission);
}

/** Where someone of a role belongs after signing in. */
export function homeOf(role: Role): "/manager" | "/app" {
  return can(role, "apps:manager") ? "/manager" : "/app";
}
