import * as z from "zod";
import { requiredLines, requiredText } from "#app/core/forms/fields.ts";
import { originalValues } from "#app/core/forms/original-values.ts";
import { newRowId } from "#app/core/forms/row-id.ts";
import { lowerCaseAscii, typedAddress } from "#app/core/lib/email-address.ts";
import { plainName } from "#app/core/lib/text.ts";
import { ROLES } from "#app/permissions.ts";

/** zod's own pattern, extended by top-level domains in Unicode, in their ASCII form. */
const ADDRESS =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$/;

/**
 * An email address as stored and compared: in lower case. It must be ASCII, which is checked before any letter is
 * changed, because lower-casing a foreign letter could turn the address into another one. The length limit is from RFC
 * 5321 (section 4.5.3.1.3, minus the angle brackets).
 */
export const exactEmailSchema = z
  .string()
  .max(254, "refused:emailInvalid")
  .pipe(z.email({ pattern: ADDRESS, error: "refused:emailInvalid" }).overwrite(lowerCaseAscii));

/** An email address as people type it (lib/email-address). */
export const emailSchema = z
  .string("refused:emailRequired")
  .overwrite(typedAddress)
  .min(1, { error: "refused:emailRequired", abort: true })
  .pipe(exactEmailSchema);

/** A person's name. */
export const nameSchema = requiredText(100, "user:errors.nameRequired", plainName);

/**
 * The user's details: everything in the manager's forms except address and role. The name is optional: onboarding asks
 * for it.
 */
export const userDetailsSchema = z.object({ name: nameSchema.nullish().transform((name) => name ?? null) });

/** The form for a new user. */
export const newUserSchema = userDetailsSchema.extend({
  id: newRowId,
  email: emailSchema,
  role: z.enum(ROLES),
});

/** The forms that change a user. Each needs the permission with its name, such as "user:set-email". */
export const USER_UPDATES = ["update", "set-email", "set-role"] as const;

/** The form of each of USER_UPDATES. */
export const userUpdateSchema = z.discriminatedUnion("intent", [
  userDetailsSchema.extend({ intent: z.literal("update"), original: originalValues }),
  z.object({ intent: z.literal("set-email"), email: emailSchema, original: originalValues }),
  /** `original`: the role that the form showed. */
  z.object({ intent: z.literal("set-role"), role: z.enum(ROLES), original: z.string().max(100) }),
]);

/** A ban as entered in the manager. The action checks that the end is in the future, because it knows the time zone. */
export const banSchema = z.object({
  reason: requiredLines(500, "user:errors.reasonRequired"),
  end: z.iso.date("user:errors.endInvalid").optional(),
});

export type UserDetailsInput = z.output<typeof userDetailsSchema>;
export type NewUser = z.output<typeof newUserSchema>;
