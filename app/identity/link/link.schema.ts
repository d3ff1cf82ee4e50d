import * as z from "zod";
import { checkbox } from "#app/core/forms/fields.ts";

/** The form on a link's page. It says whether to share the row. */
export const linkSchema = z.object({ isShared: checkbox() });
