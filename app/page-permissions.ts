import { ENTITIES, ENTITY_NAMES, type PersonalEntity } from "./entities.ts";
import { can, homeOf, type Permission, type Role } from "./permissions.ts";
import { declared } from "./slices.ts";

/** A row's id in a path: a UUID, so that no other segment is taken for one. */
const ID = "[0-9a-f-]{36}";

/** What slices declare. */
const OF_SLICES: readonly (readonly [path: string, permission: Permission])[] = declared("pages").flat();

/**
 * What the pages require that others lead to, by their paths: no link leads where its reader is refused. The guards decide;
 * tests/unit/page-permissions.test.ts compares this with the access matrix.
 */
const PAGES: readonly (readonly [path: string, permission: Permission])[] = [
  ...OF_SLICES.map(([path, permission]) => [path.replaceAll(/:\w+/g, ID), permission] as const),
  ...ENTITY_NAMES.flatMap((entity) => {
    const list = `/manager/${ENTITIES[entity]}`;
    return [
      // Not every entity has pages for readers.
      [`/app/${ENTITIES[entity]}`, `${entity}:list`],
      [`/app/${ENTITIES[entity]}/${ID}`, `${entity}:read`],
      [list, `${entity}:list`],
      [`${list}/new`, `${entity}:create`],
      [`${list}/import`, `${entity}:create`],
      [`${list}/import/${ID}/left-out`, `${entity}:create`],
      [`${list}/export`, `${entity}:list`],
      [`${list}/${ID}`, `${entity}:read`],
      [`${list}/${ID}/update`, `${entity}:update`],
    ] as const;
  }),
  [`/manager/users/${ID}/ban`, "user:ban"],
  ["/manager/audit", "audit:list"],
  ["/manager/audit/export", "audit:list"],
  ["/manager/jobs", "job:list"],
];

/**
 * The page of a row that belongs to somebody, as its slice declares it, or else the first of its pages.
 * @param parentId of what it belongs to, if it belongs to a row: a page that does not end with an id is that row's
 */
export function pageOfOwn(entity: PersonalEntity, id: string, parentId: string | null): string {
  // One that everybody reads asks for the permission to read it.
  const asked = [`${entity}:own`, `${entity}:read`];
  const pages = OF_SLICES.filter(([, permission]) => asked.includes(permission)).map(([path]) => path);
  const own = pages.find((path) => path.endsWith("/:id"));
  return own?.replace(":id", id) ?? (pages[0] ?? "/app").replace(":id", parentId ?? id);
}

/** The permission that the page of a path requires, with or without a search, beside that of its area; null if none, or for no page of the list. */
export const permissionOf = (path: string): Permission | null =>
  PAGES.find(([page]) => new RegExp(`^${page}$`).test(path.replace(/[?#].*/s, "")))?.[1] ?? null;

/**
 * The pages of an area that are closed to a role, as regular expressions. For links, which are rendered in the browser, too.
 * @param area "/app" or "/manager": its pages lead to the other one by its start page only
 */
export const closedTo = (role: Role, area: string): string[] =>
  PAGES.filter(([page, permission]) => page.startsWith(`${area}/`) && !can(role, permission)).map(
    ([page]) => page,
  );

/** A path, or the start page of a role if its page is closed to the role. */
export function openTo(role: Role, path: string): string {
  const permission = permissionOf(path);
  return permission === null || can(role, permission) ? path : homeOf(role);
}
