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

const CHILDREN = merged("childOf");
const PARENTS: Readonly<Partial<Record<OrganisationEntity, OrganisationEntity>>> = CHILDREN;

/** Those that have a list of the whole organisation. What belongs to a row has a list for each of these. */
export const ORGANISATION_LISTS = ORGANISATION_NAMES.filter(
  (name): name is Exclude<OrganisationEntity, keyof typeof CHILDREN> => !(name in PARENTS),
);

/**
 * Where a row of an organisation is shown, below the address of the organisation.
 * @param parentId the id of the row that it belongs to, if any: the page shows all that belong to that one
 */
export function organisationPageOf(entity: OrganisationEntity, id: string, parentId: string | null): string {
  const plural = ORGANISATION_ENTITIES[entity];
  const parent = PARENTS[entity];
  return parent ? `${ORGANISATION_ENTITIES[parent]}/${parentId}/${plural}` : `${plural}/${id}`;
}

/** What belongs to somebody, a person or an organisation. */
export const OWNED_ENTITIES = { ...PERSONAL_ENTITIES, ...ORGANISATION_ENTITIES };

export type OwnedEntity = keyof typeof OWNED_ENTITIES;

export const OWNED_NAMES = Object.keys(OWNED_ENTITIES) as OwnedEntity[];
