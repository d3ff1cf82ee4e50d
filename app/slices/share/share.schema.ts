import * as z from "zod";
import { optional, reference } from "#app/core/forms/fields.ts";
import { newRowId } from "#app/core/forms/row-id.ts";
import { LANGUAGE_KEYS } from "#app/core/i18n/languages.ts";
import { emailSchema } from "#app/identity/user/user.schema.ts";

/** The form that shares a book or the shelf. */
export const newShareSchema = z.object({
  id: newRowId,
  /** Empty for the shelf. */
  bookId: optional(reference()),
  email: emailSchema,
  /** The language of the email, for a recipient without an account. */
  language: z.enum(LANGUAGE_KEYS),
});
