import * as z from "zod";
import { newId } from "#app/forms/row-id.ts";

/** A genre as a manager writes it (docs/product.md, Validation). */
export const genreSchema = z.object({
  name: z
    .string({ error: ({ input }) => (input === undefined ? "genre:errors.nameRequired" : undefined) })
    .trim()
    .min(1, "genre:errors.nameRequired")
    .max(100),
});

/** As a new one is sent. */
export const newGenreSchema = genreSchema.extend({ id: newId });

/** The field that a refusal is about. */
export const GENRE_ERROR_FIELDS = { GENRE_ALREADY_EXISTS: "name" } as const;

export type GenreInput = z.output<typeof genreSchema>;
export type NewGenre = z.output<typeof newGenreSchema>;
