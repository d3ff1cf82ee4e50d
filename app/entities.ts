import { merged } from "./slices.ts";

/**
 * The entities that people manage, each name with its plural. The name is also the permission resource, the prefix of
 * audit actions and the locale namespace. The plural names the table, the total and the URL. Whatever exists for each
 * entity derives from this list. Slices declare theirs; those of `npm run new:entity` do, too.
 */
export const ENTITIES = { ...merged("entities"), user: "users" } as const;

export type Entity = keyof typeof ENTITIES;

export const ENTITY_NAMES = Object.keys(ENTITIES) as Entity[];

/**
 * What belongs to the people who make it, each name with its plural: the name is the prefix of audit actions, and of the permission
 * to have some ("<name>:own"). The plural names the table, whose rows only their owner sees (app/core/db/owned.ts).
 */
export const OWNED_ENTITIES = merged("owned");

export type OwnedEntity = keyof typeof OWNED_ENTITIES;

export const OWNED_NAMES = Object.keys(OWNED_ENTITIES) as OwnedEntity[];
