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

/** A person's name: anything that shows, on one line. */
export const nameSchema = z
  .string("user:errors.nameRequired")
  .transform((name) => name.replace(/[\p{C}\s]+/gu, " ").trim())
  .pipe(z.string().min(1, "user:errors.nameRequired").max(100));
