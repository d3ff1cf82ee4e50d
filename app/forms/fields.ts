import * as z from "zod";
import { parseNumber } from "./parse-number.ts";

// The fields that forms are made of. conform leaves out a field that was sent empty, so nothing is `undefined` here.

/** What a field holds, or null if it was left empty. */
export const optional = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => (value === "" || value === undefined ? null : value));

/**
 * A text that must be there, without the white space around it.
 * @param missing the translation key of the message for an empty one
 */
export const requiredText = (max: number, missing = "validation:required") =>
  z
    .string({ error: ({ input }) => (input === undefined ? missing : undefined) })
    .trim()
    .min(1, missing)
    .max(max);

/** A text, without the white space around it; null if there is none. */
export const optionalText = (max: number) => optional(z.string().trim().max(max));

/** A number, however people type it (forms/parse-number). */
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

/** As {@link decimal}, without decimals. */
export const integer = () => decimal().pipe(z.int());

/** A day, as ISO 8601 ("2026-11-21"). */
export const day = () => z.iso.date("validation:invalid");

/** A checkbox: true if it is ticked. */
export const checkbox = () =>
  z
    .string()
    .optional()
    .transform((value) => value === "on");

/** The id of another row. The database checks that it exists. */
export const reference = () => z.string().max(100);
