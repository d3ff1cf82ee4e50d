import * as z from "zod";
import { checkbox, optional, optionalText, reference, requiredText } from "#app/core/forms/fields.ts";
import { originalValues } from "#app/core/forms/original-values.ts";
import { newRowId } from "#app/core/forms/row-id.ts";

/** A book as entered in the manager (docs/books.md, Validation). */
export const bookSchema = z.object({
  title: requiredText(200, "book:errors.titleRequired"),
  author: optionalText(200),
  genreId: optional(reference()),
  publisher: optionalText(200),
});

/** The form that changes a book. */
export const bookChangeSchema = bookSchema.extend({ original: originalValues, restore: checkbox() });

/** The form for a new book. */
export const newBookSchema = bookSchema.extend({ id: newRowId });

/** The validated fields of a book. */
export type BookInput = z.output<typeof bookSchema>;
export type BookChange = z.output<typeof bookChangeSchema>;
export type NewBook = z.output<typeof newBookSchema>;
