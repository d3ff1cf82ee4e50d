import * as z from "zod";
import { newId } from "#app/forms/row-id.ts";

const optionalLine = z
  .string()
  .trim()
  .max(200)
  .nullish()
  .transform((text) => text || null);

/** A book as a manager writes it (docs/product.md, Validation). */
export const bookSchema = z.object({
  title: z
    .string({ error: ({ input }) => (input === undefined ? "book:errors.titleRequired" : undefined) })
    .trim()
    .min(1, "book:errors.titleRequired")
    .max(200),
  author: optionalLine,
  genreId: z
    .string()
    .max(100)
    .nullish()
    .transform((id) => id || null),
  publisher: optionalLine,
});

/** As a new one is sent. */
export const newBookSchema = bookSchema.extend({ id: newId });

/** The field that a refusal is about. */
export const BOOK_ERROR_FIELDS = { BOOK_ALREADY_EXISTS: "title", GENRE_NOT_FOUND: "genreId" } as const;

export type BookInput = z.output<typeof bookSchema>;
export type NewBook = z.output<typeof newBookSchema>;
