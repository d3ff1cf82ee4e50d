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
import { newRowId } from "#app/core/forms/row-id.ts";
import { shownValues } from "#app/core/forms/shown-values.ts";
import { MAX_CURSOR_LENGTH } from "#app/core/lists/cursor.ts";
import { READING_STATES } from "./reading-states.ts";

const state = z.enum(READING_STATES);

/**
 * Puts a book on a shelf, or moves it there. `id`: that of the new row, if it is not there yet. `list`: the search parameters of the
 * list of books, if it is sent from there. A book that is on the shelf then stays as it is.
 */
export const putSchema = z.object({
  id: newRowId,
  bookId: reference(),
  state,
  list: z
    .string()
    .max(MAX_CURSOR_LENGTH + 2000)
    .optional(),
});

/** What a reader keeps of a book. */
export const readingSchema = z.object({
  state,
  rating: optional(integer().pipe(z.number().min(1).max(5))),
  finishedOn: optional(day()),
  note: optionalLines(2000),
});

/** A book of a file, as it will be on the shelf. */
export const importedSchema = readingSchema.extend({
  title: requiredText(200, "book:errors.titleRequired"),
  author: optionalText(200),
});

/** What a program adds. */
export const newReadingSchema = readingSchema.extend({ bookId: reference() });

/** The forms of the page of one reading. */
export const readingActionSchema = z.discriminatedUnion("intent", [
  readingSchema.extend({ intent: z.literal("save"), shown: shownValues, restore: checkbox() }),
  z.object({ intent: z.literal("remove") }),
]);

export type ReadingInput = z.output<typeof readingSchema>;
export type ReadingImport = z.output<typeof importedSchema>;
export type Put = z.output<typeof putSchema>;
