import * as z from "zod";
import { newRowId } from "#app/forms/row-id.ts";
import { shownValues } from "#app/forms/shown-values.ts";
import { ROLES } from "#app/permissions.ts";

/**
 * An email address as stored and compared: trimmed and lower case.
 * The length limit is from RFC 5321 (section 4.5.3.1.3, minus the angle brackets).
 */
export const emailSchema = z
  .string("refused:emailRequired")
  .trim()
  .toLowerCase()
  .min(1, "refused:emailRequired")
  .max(254, "refused:emailInvalid")
  .pipe(z.email("refused:emailInvalid"));

/** The message for a missing name. conform treats an empty text as missing. */
const nameMissing = ({ input }: { input?: unknown }) =>
  input === undefined ? "user:errors.nameRequired" : undefined;

/** What one space replaces: white space, controls, direction marks, invisible and unassigned characters. */
const NOT_IN_NAMES = /[\s\p{Cc}\p{Cs}\p{Co}\p{Cn}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/gu;

/** A person's name: one line with a visible character. Joiners are allowed: Persian and Indic names need them. */
export const nameSchema = z
  .string({ error: nameMissing })
  .transform((name) => name.replace(NOT_IN_NAMES, " ").trim())
  .pipe(
    z
      .string({ error: nameMissing })
      .max(100)
      .regex(/[\p{L}\p{N}\p{S}\p{P}]/u, "user:errors.nameRequired"),
  );

/** What the manager's forms hold of a user besides address and role. The name is optional: onboarding asks for it. */
export const userDetailsSchema = z.object({ name: nameSchema.nullish().transform((name) => name ?? null) });

/** What the form for a new user sends. */
export const newUserSchema = userDetailsSchema.extend({
  id: newRowId,
  email: emailSchema,
  role: z.enum(ROLES),
});

/** The forms that change a user. Each needs the permission of its name, such as "user:set-email". */
export const USER_UPDATES = ["update", "set-email", "set-role"] as const;

export const userUpdateSchema = z.discriminatedUnion("intent", [
  userDetailsSchema.extend({ intent: z.literal("update"), shown: shownValues }),
  z.object({ intent: z.literal("set-email"), email: emailSchema, shown: shownValues }),
  /** `shown`: the role that the form showed. */
  z.object({ intent: z.literal("set-role"), role: z.enum(ROLES), shown: z.string().max(100) }),
]);

/** A ban as entered in the manager. The action checks that the end is in the future: it knows the time zone. */
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

export type UserDetailsInput = z.output<typeof userDetailsSchema>;
export type NewUser = z.output<typeof newUserSchema>;
