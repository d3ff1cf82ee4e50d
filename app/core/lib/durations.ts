// How long things last, in milliseconds, to count with: 30 * DAY.

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** 24 hours: a day of a calendar may have an hour more or less. */
export const DAY = 24 * HOUR;
