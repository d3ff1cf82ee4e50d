// Durations in milliseconds, for arithmetic: 30 * DAY.

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** 24 hours. A calendar day may be an hour longer or shorter. */
export const DAY = 24 * HOUR;
