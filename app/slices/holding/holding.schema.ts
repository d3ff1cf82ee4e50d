import * as z from "zod";
import { checkbox, optionalLines, reference } from "#app/core/forms/fields.ts";
import { originalValues } from "#app/core/forms/original-values.ts";

/** The button that adds a book of the catalogue to the shelf. */
export const putSchema = z.object({ bookId: reference() });

/** The members' note about a book on the shelf. */
export const noteSchema = z.object({ note: optionalLines(5000) });

/** The forms of a book's page on the shelf. */
export const holdingActionSchema = z.discriminatedUnion("intent", [
  noteSchema.extend({ intent: z.literal("save"), original: originalValues, restore: checkbox() }),
  z.object({ intent: z.literal("remove") }),
]);

/** A change of the note about a book on the shelf. */
export type HoldingChange = Omit<Extract<z.output<typeof holdingActionSchema>, { intent: "save" }>, "intent">;
