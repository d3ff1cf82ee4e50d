import * as z from "zod";
import { checkbox, requiredText } from "#app/core/forms/fields.ts";
import { originalValues } from "#app/core/forms/original-values.ts";
import { newRowId } from "#app/core/forms/row-id.ts";

/** A genre as entered in the manager (docs/books.md, Validation). */
export const genreSchema = z.object({ name: requiredText(100, "genre:errors.nameRequired") });

/** The form that changes a genre. */
export const genreChangeSchema = genreSchema.extend({ original: originalValues, restore: checkbox() });

/** The form for a new genre. */
export const newGenreSchema = genreSchema.extend({ id: newRowId });

/** The validated fields of a genre. */
export type GenreInput = z.output<typeof genreSchema>;
export type GenreChange = z.output<typeof genreChangeSchema>;
export type NewGenre = z.output<typeof newGenreSchema>;
