import * as z from "zod";
import { hasVisible, isStorable, manyLines, oneLine } from "#app/core/lib/text.ts";
import { parseNumber } from "./parse-number.ts";

// Field types for the schemas of forms and of the API. The type in `meta` appears in the API's document.
// conform omits fields that were sent empty; none of these types parses to `undefined`.

/** The field's value, or null if it was left empty. */
export const optional = <Field extends z.ZodType>(field: Field) => {
  const type = typeInDocument(field);
  const nullable = type === undefined ? field.nullish() : field.nullish().meta({ type: [type, "null"] });
  return nullable.transform((value) => (value === "" || value === undefined ? null : value));
};

/** The type in a field's `meta`. A field that a pipe extends with a rule has the type of the pipe's input. */
const typeInDocument = (field: z.core.$ZodType): unknown => {
  const { type } = z.globalRegistry.get(field) ?? {};
  return type ?? (field instanceof z.ZodPipe ? typeInDocument(field.in) : undefined);
};

/** The message for text that can't be stored. The other rules of such a text are not checked. */
const UNSTORABLE = { error: "validation:unstorable", abort: true };

/**
 * A text to which other rules can be added. conform omits a field that was sent empty, so it arrives as
 * `undefined`.
 */
const text = (missing?: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? missing : undefined) })
    .refine(isStorable, UNSTORABLE);

const required = (max: number, missing: string, stored: (text: string) => string) =>
  text(missing)
    .overwrite(stored)
    .min(1, { error: missing, abort: true })
    .max(max)
    .refine(hasVisible, missing);

const optionally = (max: number, stored: (text: string) => string) =>
  optional(
    text()
      .overwrite((sent) => (hasVisible(sent) ? stored(sent) : ""))
      .max(max),
  );

/**
 * One line of text that must have a visible character (lib/text).
 * @param max the longest stored text, in UTF-16 code units
 * @param missing the translation key of the message for an empty field
 * @param stored returns the text to store, for lines that need more cleaning than usual
 */
export const requiredText = (max: number, missing = "validation:required", stored = oneLine) =>
  required(max, missing, stored);

/** One line of text (lib/text); null if it has no visible character. @param max as for {@link requiredText} */
export const optionalText = (max: number) => optionally(max, oneLine);

/** Like {@link requiredText}, but several lines. Show them in a TextAreaField. */
export const requiredLines = (max: number, missing = "validation:required") =>
  required(max, missing, manyLines);

/** Like {@link optionalText}, but several lines. */
export const optionalLines = (max: number) => optionally(max, manyLines);

const number = () =>
  z.preprocess(
    (sent) => (typeof sent === "number" ? String(sent) : sent),
    z
      .string({ error: ({ input }) => (input === undefined ? undefined : "validation:type.number") })
      .transform((typed, { addIssue }) => {
        const parsed = parseNumber(typed);
        if (parsed !== null) return parsed;
        addIssue({ code: "custom", message: "validation:type.number" });
        return z.NEVER;
      })
      .pipe(z.number()),
  );

/** A number, in any of the ways people type one (forms/parse-number). An API client may send a JSON number. */
export const decimal = () => number().meta({ type: "number" });

/** Like {@link decimal}, but a whole number. */
export const integer = () => number().pipe(z.int()).meta({ type: "integer" });

/** A day, as ISO 8601 ("2026-11-21"). */
export const day = () =>
  z.iso.date({ error: ({ input }) => (input === undefined ? undefined : "validation:invalid") });

/** A checkbox: true if ticked. An API client may send true or false. */
export const checkbox = () =>
  z.preprocess(
    (sent) => (typeof sent === "boolean" ? (sent ? "on" : "") : sent),
    z
      .string()
      .meta({ type: "boolean" })
      .optional()
      .transform((value) => value === "on"),
  );

/** The id of another row. The database checks that it exists. */
export const reference = () => z.string().max(100);
