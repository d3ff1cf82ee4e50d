import * as z from "zod";
import type { FieldValues } from "#app/core/db/written.ts";

const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/**
 * The values that an edit form showed before the reader changed any (forms/original-values-field). A client that shows
 * none, such as a script, omits them and overwrites the row. Invalid values match no row.
 */
export const originalValues = z
  .string()
  .transform((text): FieldValues => {
    try {
      return values.parse(JSON.parse(text));
    } catch {
      return {};
    }
  })
  .optional();
