import * as z from "zod";
import { requiredText } from "#app/forms/fields.ts";
import { newRowId } from "#app/forms/row-id.ts";

/** A genre as entered in the manager (docs/product.md, Validation). */
export const genreSchema = z.object({ name: requiredText(100, "genre:errors.nameRequired") });

/** What the form for a new genre sends. */
export const newGenreSchema = genreSchema.extend({ id: newRowId });

export type GenreInput = z.output<typeof genreSchema>;
export type NewGenre = z.output<typeof newGenreSchema>;
