import * as z from "zod";
import { requiredText } from "#app/forms/fields.ts";
import { newRowId } from "#app/forms/row-id.ts";

/** A genre as a manager writes it (docs/product.md, Validation). */
export const genreSchema = z.object({ name: requiredText(100, "genre:errors.nameRequired") });

/** As a new one is sent. */
export const newGenreSchema = genreSchema.extend({ id: newRowId });

export type GenreInput = z.output<typeof genreSchema>;
export type NewGenre = z.output<typeof newGenreSchema>;
