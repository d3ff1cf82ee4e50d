/**
 * The entities that people manage, by name, each with its plural. The name is also the permission resource, the prefix of
 * audit actions and the locale namespace; the plural is the table, the total and the URL. Everything that the product does
 * for each entity derives from this list. `npm run new:entity` adds to it.
 */
export const ENTITIES = {
  book: "books",
  genre: "genres",
  user: "users",
} as const;

export type Entity = keyof typeof ENTITIES;

export const ENTITY_NAMES = Object.keys(ENTITIES) as Entity[];
