import * as z from "zod";

export const bounceSettings = {
  /**
   * The signing secret of Resend's webhook, which verifies its delivery events. A secret. Without it, none are
   * accepted.
   */
  RESEND_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{20,}={0,2}$/, "must be the secret of a webhook: whsec_...")
    .optional(),
  /**
   * Our account at MailChannels, as the console of MailChannels shows it. MailChannels signs for all
   * customers with one key, so events are accepted for this account only.
   */
  MAILCHANNELS_ACCOUNT: z.string().optional(),
  /** The public key that verifies MailChannels' signature, in base64. */
  MAILCHANNELS_WEBHOOK_KEY: z.string().optional(),
};

/** Settings that must be set together. */
export const bouncePairs = [["MAILCHANNELS_ACCOUNT", "MAILCHANNELS_WEBHOOK_KEY"]] as const;
