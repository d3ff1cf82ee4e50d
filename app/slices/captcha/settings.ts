import * as z from "zod";

export const captchaSettings = {
  /**
   * The public site key of a Turnstile widget. If this and the secret below are set, people who try codes may
   * get a captcha.
   */
  TURNSTILE_SITE_KEY: z.string().optional(),
  TURNSTILE_SECRET_KEY: z.string().optional(),
  /** Overrides the URL of Turnstile, for tests with a fake one. */
  TURNSTILE_URL: z.url("must be a URL").default("https://challenges.cloudflare.com"),
};

/** Settings that must be set together. */
export const captchaPairs = [["TURNSTILE_SITE_KEY", "TURNSTILE_SECRET_KEY"]] as const;
