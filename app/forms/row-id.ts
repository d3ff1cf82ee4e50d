import * as z from "zod";

/**
 * The id that a form of something new carries, drawn when the form was shown: the same form sent twice names the same
 * thing, and the second makes nothing. A form without one gets a fresh id.
 */
export const newId = z.uuid().catch(() => crypto.randomUUID());
