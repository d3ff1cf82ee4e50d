import { merged } from "./slices.ts";

/**
 * The entities that people manage, each name with its plural. The name is also the permission resource, the prefix of
 * audit actions and the locale namespace. The plural names the table, the total and the URL. Whatever exists for each
 * entity derives from this list. Slices declare theirs, including those that `npm run new:entity` writes.
 */
export const ENTITIES = { ...merged("entities"), user: "users" } as const;

export type Entity = keyof typeof ENTITIES;

export const ENTITY_NAMES = Object.keys(ENTITIES) as Entity[];

/**
 * Entities that belong to the user who creates them, each name with its plural. The name is the prefix of audit actions
 * and of the permission to have such rows ("<name>:own"). The plural names the table, whose rows only their owner sees
 * (app/core/db/owned.ts).
 */
export const PERSONAL_ENTITIES = merged("owned");

export type PersonalEntity = keyof typeof PERSONAL_ENTITIES;

export const PERSONAL_NAMES = Object.keys(PERSONAL_ENTITIES) as PersonalEntity[];
