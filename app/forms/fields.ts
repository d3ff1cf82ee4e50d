import * as z from "zod";
import { parseNumber } from "./parse-number.ts";

// Field types for form schemas, which the API uses, too: the type in `meta` is what its document says. conform omits
// fields that were sent empty; none of these parses to `undefined`.

/** The field's value, or null if it was left empty. */
export const optional = <Field extends z.ZodType>(field: Field) => {
  const type = typeInDocument(field);
  const nullable = type === undefined ? field.nullish() : field.nullish().meta({ type: [type, "null"] });
  return nullable.transform((value) => (value === "" || value === undefined ? null : value));
};

/** The type in `meta`. A rule that is added by a pipe has the type of what it takes. */
const typeInDocument = (field: z.core.$ZodType): unknown => {
  const { type } = z.globalRegistry.get(field) ?? {};
  return type ?? (field instanceof z.ZodPipe ? typeInDocument(field.in) : undefined);
};

/** Without halves of surrogate pairs, which JSON can hold and UTF-8 can't: the database would give back another text. */
const wellFormed = (text: string) => text.toWellFormed();

/**
 * Required text, trimmed.
 * @param missing the translation key of the message for an empty field
 */
export const requiredText = (max: number, missing = "validation:required") =>
  z
    .string({ error: ({ input }) => (input === undefined ? missing : undefined) })
    .overwrite(wellFormed)
    .trim()
    .min(1, missing)
    .max(max);

/** Optional text, trimmed; null if empty. */
export const optionalText = (max: number) => optional(z.string().overwrite(wellFormed).trim().max(max));

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

/** A number, in any of the ways people type one (forms/parse-number). A program may send it as a number of JSON. */
export const decimal = () => number().meta({ type: "number" });

/** Like {@link decimal}, but a whole number. */
export const integer = () => number().pipe(z.int()).meta({ type: "integer" });

/** A day, as ISO 8601 ("2026-11-21"). */
export const day = () =>
  z.iso.date({ error: ({ input }) => (input === undefined ? undefined : "validation:invalid") });

/** A checkbox: true if ticked. A program may send true or false. */
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
