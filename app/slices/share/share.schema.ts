import * as z from "zod";
import { optional, reference } from "#app/core/forms/fields.ts";
import { newRowId } from "#app/core/forms/row-id.ts";
import { LANGUAGE_KEYS } from "#app/core/i18n/languages.ts";
import { emailSchema } from "#app/identity/user/user.schema.ts";

/** Sends a link to what is shared. */
export const newShareSchema = z.object({
  id: newRowId,
  /** Empty for the shelf. */
  bookId: optional(reference()),
  email: emailSchema,
  /** That of the email, for somebody who has no account. */
  language: z.enum(LANGUAGE_KEYS),
});
