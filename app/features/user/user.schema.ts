import * as z from "zod";

/**
 * An address as stored and compared: trimmed and lower case.
 * The limit is RFC 5321's (section 4.5.3.1.3, less the angle brackets).
 */
export const emailSchema = z
  .string("auth:errors.emailRequired")
  .trim()
  .toLowerCase()
  .min(1, "auth:errors.emailRequired")
  .max(254, "auth:errors.emailInvalid")
  .pipe(z.email("auth:errors.emailInvalid"));

/** The message for nothing at all; conform takes an empty text for nothing. */
const nameMissing = ({ input }: { input?: unknown }) =>
  input === undefined ? "user:errors.nameRequired" : undefined;

/** A person's name: anything that shows, on one line. */
export const nameSchema = z
  .string({ error: nameMissing })
  .transform((name) => name.replace(/[\p{C}\s]+/gu, " ").trim())
  .pipe(z.string({ error: nameMissing }).max(100));
