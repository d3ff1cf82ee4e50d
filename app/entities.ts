/**
 * The entities that people manage, each name with its plural. The name is also the permission resource, the prefix of
 * audit actions and the locale namespace. The plural names the table, the total and the URL. Whatever exists for each
 * entity derives from this list. `npm run new:entity` adds to it.
 */
export const ENTITIES = {
  book: "books",
  genre: "genres",
  user: "users",
} as const;

export type Entity = keyof typeof ENTITIES;

export const ENTITY_NAMES = Object.keys(ENTITIES) as Entity[];
