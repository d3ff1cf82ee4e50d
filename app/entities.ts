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
export const PERSONAL_ENTITIES = merged("owned");

export type PersonalEntity = keyof typeof PERSONAL_ENTITIES;

export const PERSONAL_NAMES = Object.keys(PERSONAL_ENTITIES) as PersonalEntity[];

/** The same of what belongs to an organisation: its members see it, and change it if their role in it has "<name>:write". */
export const ORGANISATION_ENTITIES = merged("ofOrganisation");

export type OrganisationEntity = keyof typeof ORGANISATION_ENTITIES;

export const ORGANISATION_NAMES = Object.keys(ORGANISATION_ENTITIES) as OrganisationEntity[];

/** What belongs to somebody, a person or an organisation. */
export const OWNED_ENTITIES = { ...PERSONAL_ENTITIES, ...ORGANISATION_ENTITIES };

export type OwnedEntity = keyof typeof OWNED_ENTITIES;

export const OWNED_NAMES = Object.keys(OWNED_ENTITIES) as OwnedEntity[];
