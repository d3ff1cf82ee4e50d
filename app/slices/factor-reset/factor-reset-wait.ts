import { DAY, HOUR } from "#app/core/lib/durations.ts";

/**
 * How long a reset waits in which it can be stopped, from when it may proceed, in milliseconds (docs/product.md,
 * Numbers).
 */
export const FACTOR_RESET_WAIT = 24 * HOUR;

/** How long a second administrator has to confirm one, in milliseconds (docs/product.md, Numbers). */
export const CONFIRMATION_PERIOD = 7 * DAY;
