import * as z from "zod";
import { checkbox } from "#app/core/forms/fields.ts";

/** What the page of a link sends: whether the row is to be shared. */
export const linkSchema = z.object({ isShared: checkbox() });
