import { ORGANISATION_PAGES, type PagePermission } from "#app/organisation-pages.ts";
import { ORGANISATION_NAMES, type OrganisationEntity } from "#app/owned-entities.ts";

/** What a member may do in their organisation, beyond reading it, using its rows, and leaving it. */
const ORGANISATION_PERMISSIONS = [
  "organisation:update",
  "organisation:delete",
  "member:update",
  "member:remove",
  "member:invite",
  "invitation:cancel",
  "team:create",
  "team:update",
  "team:delete",
  "audit:read",
] as const;

/** "<name>:write" allows adding, changing, deleting and restoring the organisation's rows of an entity. */
export type OrganisationPermission =
  | (typeof ORGANISATION_PERMISSIONS)[number]
  | PagePermission
  | `${OrganisationEntity}:write`;

const WRITING = ORGANISATION_NAMES.map((name) => `${name}:write` as const);

const OPENING = ORGANISATION_PAGES.map(({ permission }) => permission);

/**
 * Whether an organisation's key may do something: it may write the organisation's rows, but may do nothing that is
 * about people.
 */
export const keyCan = (permission: OrganisationPermission): boolean =>
  WRITING.some((writing) => writing === permission);

/**
 * The roles in an organisation, the highest first, and what each may do. Guards, buttons and forms all read this table.
 * Nobody can give, change or take away a role above their own. To add one, add an entry here and its name in the
 * locales (`organisation:roles`).
 */
const PERMISSIONS = {
  owner: [...ORGANISATION_PERMISSIONS, ...OPENING, ...WRITING],
  administrator: [
    "organisation:update",
    "member:update",
    "member:remove",
    "member:invite",
    "invitation:cancel",
    ...WRITING,
    "team:create",
    "team:update",
    "team:delete",
  ],
  // Members may write all rows. To reserve some for higher roles, list here what members may write.
  member: WRITING,
} satisfies Record<string, readonly OrganisationPermission[]>;

export type OrganisationRole = keyof typeof PERMISSIONS;

const GRANTED = new Map<string, readonly OrganisationPermission[]>(Object.entries(PERMISSIONS));

/** All roles, the highest first. */
export const ORGANISATION_ROLES = Object.keys(PERMISSIONS) as OrganisationRole[];

/** The role of which an organisation always has at least one member. */
export const OWNER: OrganisationRole = "owner";

/** The role of an invited person, unless the inviter selects another role. */
export const INVITED_ROLE: OrganisationRole = "member";

/** Whether this version knows a role. */
export const isOrganisationRole = (role: string): role is OrganisationRole => GRANTED.has(role);

/** Whether a role has a permission. An unknown role has none. */
export const canIn = (role: OrganisationRole, permission: OrganisationPermission): boolean =>
  GRANTED.get(role)?.includes(permission) ?? false;

/** The pages of slices that a role may open. */
export const pagesFor = (role: OrganisationRole) =>
  ORGANISATION_PAGES.filter(({ permission }) => canIn(role, permission));

/** The roles that a role may give, change and take away: itself and those below it. */
export const rolesUpTo = (role: OrganisationRole): OrganisationRole[] => {
  const rank = ORGANISATION_ROLES.indexOf(role);
  return rank === -1 ? [] : ORGANISATION_ROLES.slice(rank);
};

/** The roles that have a permission. */
export const organisationRolesThat = (permission: OrganisationPermission): OrganisationRole[] =>
  ORGANISATION_ROLES.filter((role) => canIn(role, permission));
