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

/**
 * Entities that belong to an organisation. Its members see them, and those whose role in it has "<name>:write" change
 * them.
 */
export const ORGANISATION_ENTITIES = merged("ofOrganisation");

export type OrganisationEntity = keyof typeof ORGANISATION_ENTITIES;

export const ORGANISATION_NAMES = Object.keys(ORGANISATION_ENTITIES) as OrganisationEntity[];

const CHILDREN = merged("childOf");
const PARENTS: Readonly<Partial<Record<OrganisationEntity, OrganisationEntity>>> = CHILDREN;

/**
 * The entities with a list page for the whole organisation. An entity whose rows belong to a parent row has a list for
 * each parent instead.
 */
export const ORGANISATION_LISTS = ORGANISATION_NAMES.filter(
  (name): name is Exclude<OrganisationEntity, keyof typeof CHILDREN> => !(name in PARENTS),
);

/**
 * The page of an organisation's row, relative to the organisation's own page.
 * @param parentId the id of the row's parent, if it has one: the page lists all rows of that parent
 */
export function organisationPageOf(entity: OrganisationEntity, id: string, parentId: string | null): string {
  const plural = ORGANISATION_ENTITIES[entity];
  const parent = PARENTS[entity];
  return parent ? `${ORGANISATION_ENTITIES[parent]}/${parentId}/${plural}` : `${plural}/${id}`;
}

/** Entities that belong to an owner: a user or an organisation. */
export const OWNED_ENTITIES = { ...PERSONAL_ENTITIES, ...ORGANISATION_ENTITIES };

export type OwnedEntity = keyof typeof OWNED_ENTITIES;

// The "pure" comment lets the bundler drop this from the browser's script (core/i18n/languages.ts).
export const OWNED_NAMES = /* @__PURE__ */ Object.keys(OWNED_ENTITIES) as OwnedEntity[];
