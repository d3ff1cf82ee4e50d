import { PERSONAL_ENTITIES } from "./entities.ts";
import { merged } from "./slices.ts";

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

export const OWNED_NAMES = Object.keys(OWNED_ENTITIES) as OwnedEntity[];
