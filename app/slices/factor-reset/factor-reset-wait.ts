import { DAY, HOUR } from "#app/core/lib/durations.ts";

/**
 * How long a reset is pending, so that its user can stop it, in milliseconds (docs/product.md, Numbers). The time
 * starts with the request or, if a second administrator must confirm it, with the confirmation.
 */
export const FACTOR_RESET_WAIT = 24 * HOUR;

/** How long a second administrator has to confirm a reset, in milliseconds (docs/product.md, Numbers). */
export const CONFIRMATION_PERIOD = 7 * DAY;
