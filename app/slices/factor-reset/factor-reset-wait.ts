import { DAY, HOUR } from "#app/core/lib/durations.ts";

/**
 * How long a reset can be stopped before it is carried out, from when nothing else holds it up, in milliseconds
 * (docs/product.md, Numbers).
 */
export const FACTOR_RESET_WAIT = 24 * HOUR;

/** How long a second administrator has to confirm a reset, in milliseconds (docs/product.md, Numbers). */
export const CONFIRMATION_PERIOD = 7 * DAY;
