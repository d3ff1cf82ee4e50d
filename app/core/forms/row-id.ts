import * as z from "zod";

/**
 * The id that a create form carries. It is generated when the form is rendered, so sending the form twice names the
 * same row, and the second request creates nothing (docs/decisions/0014). A form without a valid id gets a new one.
 */
export const newRowId = z.uuid().catch(() => crypto.randomUUID());
