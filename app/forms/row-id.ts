import * as z from "zod";

/**
 * The id that a form for something new carries. It is drawn when the form is shown, so the same form sent twice names
 * the same row, and the second makes nothing (docs/decisions/0014). A form without a valid one gets a fresh id.
 */
export const newRowId = z.uuid().catch(() => crypto.randomUUID());
