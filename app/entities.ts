import { merged } from "./slices.ts";

/**
 * The entities that people manage, each name with its plural. The name is also the permission resource, the prefix of
 * audit actions and the locale namespace. The plural names the table, the total and the URL. Whatever exists for each
 * entity derives from this list. Slices declare theirs; those of `npm run new:entity` do, too.
 */
export const ENTITIES = { ...merged("entities"), user: "users" } as const;

export type Entity = keyof typeof ENTITIES;

export const ENTITY_NAMES = Object.keys(ENTITIES) as Entity[];
