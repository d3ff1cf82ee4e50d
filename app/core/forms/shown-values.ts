import * as z from "zod";
import type { ShownValues } from "#app/core/db/written.ts";

const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/**
 * The values that an edit form showed before anything was typed (forms/shown-field). Absent for whoever shows none, such
 * as a script: they overwrite what is there. What nobody can read matches no row.
 */
export const shownValues = z
  .string()
  .transform((text): ShownValues => {
    try {
      return values.parse(JSON.parse(text));
    } catch {
      return {};
    }
  })
  .optional();
