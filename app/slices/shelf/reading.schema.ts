import * as z from "zod";
import {
  checkbox,
  day,
  integer,
  optional,
  optionalLines,
  optionalText,
  reference,
  requiredText,
} from "#app/core/forms/fields.ts";
import { originalValues } from "#app/core/forms/original-values.ts";
import { newRowId } from "#app/core/forms/row-id.ts";
import { MAX_CURSOR_LENGTH } from "#app/core/lists/cursor.ts";
import { READING_STATES } from "./reading-states.ts";

const state = z.enum(READING_STATES);

/**
 * Adds a book to a shelf, or changes its state. `id`: the id of the new row, if the book is not on the shelf yet.
 * `list`: the search parameters of the list of books, if the form is in that list. `unseen`: whether the form did not
 * show where the book is. With `list` or `unseen`, a book that is already on the shelf does not change.
 */
export const putSchema = z.object({
  id: newRowId,
  bookId: reference(),
  state,
  list: z
    .string()
    .max(MAX_CURSOR_LENGTH + 2000)
    .optional(),
  unseen: checkbox(),
});

/** A reader's record of a book. */
export const readingSchema = z.object({
  state,
  rating: optional(integer().pipe(z.number().min(1).max(5))),
  finishedOn: optional(day()),
  note: optionalLines(2000),
});

/** A book of a file, in the form that the shelf stores. */
export const importedSchema = readingSchema.extend({
  title: requiredText(200, "book:errors.titleRequired"),
  author: optionalText(200),
});

/** The body with which a program adds a book. */
export const newReadingSchema = readingSchema.extend({ bookId: reference() });

/** The forms of the page of one reading. */
export const readingActionSchema = z.discriminatedUnion("intent", [
  readingSchema.extend({ intent: z.literal("save"), original: originalValues, restore: checkbox() }),
  z.object({ intent: z.literal("remove") }),
]);

export type ReadingInput = z.output<typeof readingSchema>;
export type ReadingImport = z.output<typeof importedSchema>;
export type Put = z.output<typeof putSchema>;
