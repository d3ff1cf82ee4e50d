import { ENTITIES, ENTITY_NAMES, type PersonalEntity } from "./entities.ts";
import { can, homeOf, type Permission, type Role } from "./permissions.ts";
import { ruled } from "./slices.ts";

/** A row's id in a path: a UUID, so that no other segment matches. */
const ID = "[0-9a-f-]{36}";

const OF_SLICES: readonly (readonly [path: string, permission: Permission])[] = ruled("pages").flat();

/**
 * The permission that each linked page requires, by path, so that no page links to one that its reader can't open. The
 * guards decide; tests/unit/page-permissions.test.ts compares this list with the access matrix.
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
];

/**
 * The page of a row that belongs to a user. Its slice may declare a page for single rows; otherwise it is the slice's
 * first page.
 * @param parentId the id of the row's parent, if it has one: a page whose path does not end with an id is the parent's
 */
export function pageOfOwn(entity: PersonalEntity, id: string, parentId: string | null): string {
  // A page that every reader may open asks for the permission to read.
  const required = [`${entity}:own`, `${entity}:read`];
  const pages = OF_SLICES.filter(([, permission]) => required.includes(permission)).map(([path]) => path);
  const own = pages.find((path) => path.endsWith("/:id"));
  return own?.replace(":id", id) ?? (pages[0] ?? "/app").replace(":id", parentId ?? id);
}

/**
 * The permission that a page requires in addition to its area's, by path, with or without a query; null for none, or a
 * page not listed.
 */
export const permissionOf = (path: string): Permission | null =>
  PAGES.find(([page]) => new RegExp(`^${page}$`).test(path.replace(/[?#].*/s, "")))?.[1] ?? null;

/**
 * The pages of an area that a role can't open, as regular expressions. The browser needs them, too, because it renders
 * links.
 * @param area "/app" or "/manager": each links to the other's start page only
 */
export const pagesClosedTo = (role: Role, area: string): string[] =>
  PAGES.filter(([page, permission]) => page.startsWith(`${area}/`) && !can(role, permission)).map(
    ([page]) => page,
  );

/** The path, or the start page of the role if the role can't open that path. */
export function pathOrHome(role: Role, path: string): string {
  const permission = permissionOf(path);
  return permission === null || can(role, permission) ? path : homeOf(role);
}
