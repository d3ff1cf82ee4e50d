import * as z from "zod";
import { checkbox } from "#app/core/forms/fields.ts";

/** The form of a link's page: whether to share the row. */
export const linkSchema = z.object({ isShared: checkbox() });
