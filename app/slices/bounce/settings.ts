import * as z from "zod";

export const bounceSettings = {
  /** Signs what Resend tells of mails: the signing secret of its webhook. A secret. Without it, nothing is accepted. */
  RESEND_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{20,}={0,2}$/, "must be the secret of a webhook: whsec_...")
    .optional(),
  /** The account that MailChannels tells of mails about, as its console shows it: it signs for all of its customers with one key. */
  MAILCHANNELS_ACCOUNT: z.string().optional(),
  /** The public key that MailChannels signs that with, in base64. */
  MAILCHANNELS_WEBHOOK_KEY: z.string().optional(),
};

export const bouncePairs = [["MAILCHANNELS_ACCOUNT", "MAILCHANNELS_WEBHOOK_KEY"]] as const;
