import { DAY } from "#app/core/lib/durations.ts";

// The limits of organisations (docs/product.md, Numbers). Lists that are not divided into pages rely on these limits.

/** How many organisations one person can own. */
export const ORGANISATIONS_PER_USER = 5;

/** How many members an organisation can have. */
export const MEMBERS_PER_ORGANISATION = 100;

/**
 * How many organisations one person can be a member of, including their own. One page lists all of them, and reads 60
 * rows at most.
 */
export const MEMBERSHIPS_PER_USER = 25;

/** How many teams an organisation can have. */
export const TEAMS_PER_ORGANISATION = 20;

/** How many invitations of an organisation can be open. */
export const OPEN_INVITATIONS = 100;

/** How long an invitation can be accepted, in milliseconds. */
export const INVITATION_PERIOD = 7 * DAY;

/**
 * How long a former address of an organisation leads to it, and how long an invitation is stored after its end, in
 * milliseconds.
 */
export const ADDRESS_PERIOD = 365 * DAY;
export const INVITATION_KEPT = 30 * DAY;
