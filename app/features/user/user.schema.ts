import * as z from "zod";
import { newRowId } from "#app/forms/row-id.ts";
import { ROLES } from "#app/permissions.ts";

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

/** What has no place in a name: white space but one, controls, direction overrides, what is assigned to nothing. */
const NOT_IN_NAMES = /[\s\p{Cc}\p{Cs}\p{Co}\p{Cn}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/gu;

/** A person's name: anything that shows, on one line. Joiners stay: Persian and Indic names are spelt with them. */
export const nameSchema = z
  .string({ error: nameMissing })
  .transform((name) => name.replace(NOT_IN_NAMES, " ").trim())
  .pipe(
    z
      .string({ error: nameMissing })
      .max(100)
      .regex(/[\p{L}\p{N}\p{S}\p{P}]/u, "user:errors.nameRequired"),
  );

/** A user as a manager writes them: the name may wait for onboarding. */
export const userSchema = z.object({
  email: emailSchema,
  name: nameSchema.nullish().transform((name) => name ?? null),
  role: z.enum(ROLES),
});

/** A ban as a manager writes it. The end is checked where the reader's time zone is known. */
export const banSchema = z.object({
  reason: z
    .string({
      error: ({ input }) => (input === undefined ? "user:errors.reasonRequired" : undefined),
    })
    .trim()
    .min(1, "user:errors.reasonRequired")
    .max(500),
  end: z.iso.date("user:errors.endInvalid").optional(),
});

/** As a new one is sent. */
export const newUserSchema = userSchema.extend({ id: newRowId });

export type UserInput = z.output<typeof userSchema>;
export type NewUser = z.output<typeof newUserSchema>;
