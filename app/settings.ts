import * as z from "zod";
import { ENVIRONMENT_COLOURS, type EnvironmentColour } from "./palette.ts";

/** "true" or "false", as environment variables spell a choice. */
const flag = z.enum(["true", "false"], "must be true or false").transform((value) => value === "true");

/** A whole number within bounds, both included. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

const environmentColours = Object.keys(ENVIRONMENT_COLOURS) as EnvironmentColour[];

/** Exactly one emoji, as Unicode recommends them for interchange (UTS #51). */
const ONE_EMOJI = /^\p{RGI_Emoji}$/v;

const secret = z.string("must be set").min(32, "must be at least 32 characters");

/**
 * Every setting of the worker, with its reason. A setting is a variable or secret of the worker: `.dev.vars` or
 * the environment on this machine, `wrangler.toml` and `wrangler secret put` in the cloud.
 */
const variables = z.object({
  /**
   * True only on a developer's machine (written to `.dev.vars` by `npm start`, never deployed): opens /dev/*,
   * where anyone could read login codes.
   */
  LOCAL: flag.default(false),
  /** Adds the Server-Timing header; on wherever nobody's privacy or timing is at stake (local, preview). */
  SERVER_TIMING: flag.optional(),

  /**
   * Where this deployment is reached (https://example.com), for the links that leave it. Without it, the address of the
   * request at hand.
   */
  BASE_URL: z.url({ protocol: /^https?$/, error: "must be an http: or https: URL" }).optional(),

  /** Marks every page, its title and the build info, so that nobody takes a preview for the real thing. */
  ENVIRONMENT_NAME: z.string().trim().max(30, "must be at most 30 characters").optional(),
  /** Stands before the name, where a tab has room for little else. */
  ENVIRONMENT_EMOJI: z.string().regex(ONE_EMOJI, "must be one emoji").optional(),
  ENVIRONMENT_COLOUR: z
    .enum(environmentColours, `must be one of ${environmentColours.join(", ")}`)
    .default("plum"),

  /** Signs cookies. Several, separated by commas, while one is being rotated: the first signs, all verify. */
  COOKIE_SECRETS: z
    .string("must be set")
    .transform((value) => value.split(",").map((part) => part.trim()))
    .pipe(z.array(secret).min(1)),
  /** Key of the HMAC under which login codes are stored. */
  LOGIN_CODE_SECRET: secret,

  /**
   * Makes the deployment a read-only demo: nothing can be changed, anyone may sign in to the demo's accounts with a code
   * that is shown instead of mailed, and nobody can sign up.
   */
  DEMO: flag.default(false),

  /** Whether an unknown address may sign in and thereby sign up. */
  SIGN_UP: flag.default(true),
  /** Long enough to fetch a mail on a slow network, short enough that an old mail opens nothing. */
  LOGIN_CODE_MINUTES: wholeNumber(1, 10).default(5),
  /** 5 guesses at 1,000,000 codes: a chance of 1 in 200,000 a challenge. */
  LOGIN_CODE_ATTEMPTS: wholeNumber(1, 10).default(5),
  /** Keeps anyone from flooding a mailbox; an honest reader rarely needs more than two. */
  LOGIN_CODES_PER_HOUR: wholeNumber(1, 100).default(5),
  /** A mail needs about this long to arrive: asking again sooner only makes the first code useless. */
  LOGIN_CODE_INTERVAL_SECONDS: wholeNumber(0, 600).default(30),
  /** Bounds guessing across challenges: 20 a day is a chance of 1 in 140 over a whole year. */
  LOGIN_FAILURES_PER_DAY: wholeNumber(1, 1000).default(20),

  /** How long the audit log keeps who did what: as long as anyone is likely to ask, and no longer, as it names people. */
  AUDIT_LOG_DAYS: wholeNumber(1, 3650).default(365),

  /** Where mail goes: the local outbox (/dev/outbox), MailChannels, or nowhere (the demo, which shows its codes). */
  MAIL_PROVIDER: z
    .enum(["outbox", "mailchannels", "none"], "must be outbox, mailchannels or none")
    .optional(),
  /** The sender of every mail. */
  MAIL_FROM: z.email("must be an email address").optional(),
  MAILCHANNELS_API_KEY: z.string().optional(),
  /** With both of these the mails are signed for the sender's domain (docs/operations.md): the DNS record's selector... */
  DKIM_SELECTOR: z.string().optional(),
  /** ...and the RSA key to the record, PEM or bare base64. A secret. */
  DKIM_PRIVATE_KEY: z.string().optional(),
  /** Another address for the provider's API; tests play the provider there. */
  MAILCHANNELS_URL: z.url("must be a URL").optional(),

  /** With both of these people can sign in with GitHub: an OAuth app's client id... */
  GITHUB_CLIENT_ID: z.string().optional(),
  /** ...and its secret. Its callback URL is BASE_URL and /login/github/callback. */
  GITHUB_CLIENT_SECRET: z.string().optional(),
  /** Another address for GitHub: a GitHub Enterprise Server, or a test that plays it. */
  GITHUB_URL: z.url("must be a URL").default("https://github.com"),
  GITHUB_API_URL: z.url("must be a URL").default("https://api.github.com"),

  /** Where visitors of the demo can turn to: URLs (https: or mailto:), separated by commas or spaces. */
  CONTACT_LINKS: z
    .string()
    .default("")
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(
      z.array(
        z.url({
          protocol: /^(https|mailto)$/,
          error: "must be https: or mailto: URLs, separated by commas or spaces",
        }),
      ),
    ),

  /**
   * The product's repository (https://github.com/acme/deckle). The welcome page links to its documentation and its issues, and
   * the demo shows how to copy it. Without it, neither is there.
   */
  REPOSITORY_URL: z.url({ protocol: /^https?$/, error: "must be an http: or https: URL" }).optional(),
});

function usualMailProvider({ LOCAL, DEMO }: { LOCAL: boolean; DEMO: boolean }) {
  if (LOCAL) return "outbox";
  return DEMO ? "none" : "mailchannels";
}

const settingsSchema = variables
  .transform((settings) => ({
    ...settings,
    SIGN_UP: settings.SIGN_UP && !settings.DEMO,
    SERVER_TIMING: settings.SERVER_TIMING ?? settings.LOCAL,
    MAIL_PROVIDER: settings.MAIL_PROVIDER ?? usualMailProvider(settings),
  }))
  .refine((s) => s.MAIL_PROVIDER !== "outbox" || s.LOCAL, {
    path: ["MAIL_PROVIDER"],
    message: "must be mailchannels: the outbox, where anyone can read login codes, needs LOCAL=true",
  })
  .refine((s) => s.MAIL_PROVIDER !== "none" || s.DEMO, {
    path: ["MAIL_PROVIDER"],
    message: "must be mailchannels: without mail nobody can sign in, but to the demo",
  })
  .refine((s) => s.MAIL_PROVIDER !== "mailchannels" || s.MAILCHANNELS_API_KEY, {
    path: ["MAILCHANNELS_API_KEY"],
    message: "must be set where MAIL_PROVIDER is mailchannels",
  })
  .refine((s) => s.MAIL_PROVIDER !== "mailchannels" || s.MAIL_FROM, {
    path: ["MAIL_FROM"],
    message: "must be set where MAIL_PROVIDER is mailchannels",
  })
  .refine((s) => Boolean(s.GITHUB_CLIENT_ID) === Boolean(s.GITHUB_CLIENT_SECRET), {
    path: ["GITHUB_CLIENT_ID"],
    message: "must be set where GITHUB_CLIENT_SECRET is, and nowhere else",
  })
  .refine((s) => Boolean(s.DKIM_SELECTOR) === Boolean(s.DKIM_PRIVATE_KEY), {
    path: ["DKIM_SELECTOR"],
    message: "must be set where DKIM_PRIVATE_KEY is, and nowhere else",
  });

export type Settings = z.output<typeof settingsSchema>;

/** The name of each setting, for scripts that hand the environment on to the worker. */
export const SETTING_NAMES = Object.keys(variables.shape);

/** The settings can't be used. The message names each bad setting and what it must be, never its value. */
class SettingsError extends Error {
  override name = "SettingsError";
}

/**
 * Reads the settings from the worker's environment, or from any record of strings.
 * @throws {SettingsError} naming every setting that is missing or wrong
 */
export function parseSettings(environment: object): Settings {
  const result = settingsSchema.safeParse(environment);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
  throw new SettingsError(`Bad settings: ${[...new Set(problems)].join("; ")}`);
}
