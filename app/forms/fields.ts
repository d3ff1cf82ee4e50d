import * as z from "zod";
import { parseNumber } from "./parse-number.ts";

// Field types for form schemas. conform omits fields that were sent empty; none of these parses to `undefined`.

/** The field's value, or null if it was left empty. */
export const optional = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => (value === "" || value === undefined ? null : value));

/**
 * Required text, trimmed.
 * @param missing the translation key of the message for an empty field
 */
export const requiredText = (max: number, missing = "validation:required") =>
  z
    .string({ error: ({ input }) => (input === undefined ? missing : undefined) })
    .trim()
    .min(1, missing)
    .max(max);

/** Optional text, trimmed; null if empty. */
export const optionalText = (max: number) => optional(z.string().trim().max(max));

/** A number, in any of the ways people type one (forms/parse-number). */
export const decimal = () =>
  z
    .string()
    .transform((typed, { addIssue }) => {
      const number = parseNumber(typed);
      if (number !== null) return number;
      addIssue({ code: "custom", message: "validation:type.number" });
      return z.NEVER;
    })
    .pipe(z.number());

/** Like {@link decimal}, but a whole number. */
export const integer = () => decimal().pipe(z.int());

/** A day, as ISO 8601 ("2026-11-21"). */
export const day = () => z.iso.date("validation:invalid");

/** A checkbox: true if ticked. */
export const checkbox = () =>
  z
    .string()
    .optional()
    .transform((value) => value === "on");

/** The id of another row. The database checks that it exists. */
export const reference = () => z.string().max(100);
