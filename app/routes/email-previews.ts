import type { EmailPreview } from "#app/core/email/email.ts";
import { IDENTITY_EMAIL_PREVIEWS } from "#app/identity/routes/email-previews.ts";
import { digestEmailPreviews } from "#app/slices/digest/email-previews.ts";
import { organisationEmailPreviews } from "#app/slices/organisation/email-previews.ts";
import { shareEmailPreviews } from "#app/slices/share/email-previews.ts";

/** Every email, with made-up content, for /dev/mail. */
export const EMAIL_PREVIEWS = new Map<string, EmailPreview>([
  ...IDENTITY_EMAIL_PREVIEWS,
  ...organisationEmailPreviews,
  ...shareEmailPreviews,
  ...digestEmailPreviews,
]);
