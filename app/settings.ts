import * as z from "zod";
import {
  EMAIL_PROVIDER_NAMES,
  EMAIL_PROVIDERS,
  emailProviderSettings,
} from "#app/core/email/providers/index.ts";
import { apiSettings } from "#app/slices/api/settings.ts";
import { bouncePairs, bounceSettings } from "#app/slices/bounce/settings.ts";
import { captchaPairs, captchaSettings } from "#app/slices/captcha/settings.ts";
import { organisationSettings } from "#app/slices/organisation/settings.ts";
import { passkeySettings } from "#app/slices/passkey/settings.ts";
import { providerPairs, providerSettings } from "#app/slices/provider/providers/index.ts";
import { secondStepSettings } from "#app/slices/second-step/settings.ts";
import { siteSettings } from "#app/slices/site/settings.ts";
import { ENVIRONMENT_COLOURS, type EnvironmentColour } from "./palette.ts";
import { flag, links, secret, secrets, wholeNumber } from "./setting-values.ts";
import { declared } from "./slices.ts";

const MAIL_PROVIDERS = ["outbox", ...EMAIL_PROVIDER_NAMES, "none"] as const;

const environmentColours = Object.keys(ENVIRONMENT_COLOURS) as EnvironmentColour[];

const SLICE_NAMES: readonly string[] = declared("name");

/** Exactly one emoji, as Unicode recommends them for interchange (UTS #51). */
const ONE_EMOJI = /^\p{RGI_Emoji}$/v;

/**
 * Every setting of the worker, with its reason. A setting is a variable or secret: set it in `.dev.vars` or in the
 * environment on your machine, and in `wrangler.toml` or with `wrangler secret put` in the cloud.
 */
const variables = z.object({
  /**
   * True only on a developer's machine: `npm start` writes it to `.dev.vars`, which is never deployed. It opens /dev/*,
   * where anyone can read login codes.
   */
  LOCAL: flag.default(false),
  /** Adds the Server-Timing header. It reveals timings, so it is on only locally and in the preview. */
  SERVER_TIMING: flag.optional(),

  /**
   * The public URL of this deployment (https://example.com), for links in emails, OAuth callback URLs, search engines
   * and link previews. A deployed worker that sends email must have it, because otherwise links would lead to the host
   * that the request names, which an attacker can choose. Elsewhere it is optional. The request's origin is used
   * instead, or no address at all where a client must not choose it.
   */
  BASE_URL: z.url({ protocol: /^https?$/, error: "must be an http: or https: URL" }).optional(),

  /**
   * Shown on every page, in its title and in the build info, so that nobody mistakes a preview for production. Search
   * engines do not list an environment that has a name.
   */
  ENVIRONMENT_NAME: z.string().trim().max(30, "must be at most 30 characters").optional(),
  /** Shown before the name, because a narrow browser tab has room for little else. */
  ENVIRONMENT_EMOJI: z.string().regex(ONE_EMOJI, "must be one emoji").optional(),
  ENVIRONMENT_COLOUR: z
    .enum(environmentColours, `must be one of ${environmentColours.join(", ")}`)
    .default("plum"),

  /** Signs cookies. To rotate a secret, list several, separated by commas: the first signs, all verify. */
  COOKIE_SECRETS: secrets,
  /** The HMAC key for stored login codes. */
  LOGIN_CODE_SECRET: secret,

  /**
   * Makes the deployment a read-only demo. Nobody can change anything or sign up. Anyone may sign in to the demo
   * accounts, with a code that the page shows instead of emailing it.
   */
  DEMO: flag.default(false),

  /** Whether signing in with an unknown address creates an account. Always off in the demo. */
  SIGN_UP: flag.default(true),
  /**
   * Whether an email's subject shows its code. That saves opening the email, but a locked phone shows subjects to
   * anyone who looks at it.
   */
  LOGIN_CODE_IN_SUBJECT: flag.default(false),
  /**
   * How long a code works: long enough to fetch an email on a slow network, short enough that an old email is useless.
   */
  LOGIN_CODE_MINUTES: wholeNumber(1, 10).default(5),
  /** Tries per code: 5 guesses at 1,000,000 codes have a 1 in 200,000 chance. */
  LOGIN_CODE_ATTEMPTS: wholeNumber(1, 10).default(5),
  /**
   * The limit per address keeps anyone from flooding a mailbox. A real user rarely needs more than two codes.
   */
  LOGIN_CODES_PER_HOUR: wholeNumber(1, 100).default(5),
  /** An email takes about this long to arrive, so requesting another code sooner only makes the first one useless. */
  LOGIN_CODE_INTERVAL_SECONDS: wholeNumber(0, 600).default(30),
  /** Limits guessing across codes for one address: 20 a day have a 1 in 140 chance over a whole year. */
  LOGIN_FAILURES_PER_DAY: wholeNumber(1, 1000).default(20),
  /**
   * How many wrong codes an hour, across the whole site, call for attention (docs/operations.md). Beyond this, entering
   * a code requires a captcha, if captcha keys are set.
   */
  LOGIN_FAILURES_ALARM: wholeNumber(1, 100_000).default(200),

  /**
   * The session of a user with access to the manager ends after this many hours without use. Such a session grants more
   * than any other, so it must not stay open for a month.
   */
  ADMIN_SESSION_HOURS: wholeNumber(1, 720).default(24),

  /**
   * Cloudflare's plan that the worker runs on. It limits the work of one cron run and how many login codes KV stores in
   * a day (app/plan-limits.ts).
   */
  WORKERS_PLAN: z.enum(["free", "paid"], "must be free or paid").default("free"),

  /**
   * Whether pages that look the same to everybody come from a copy in the reader's data centre, up to five minutes old,
   * without asking the database (docs/decisions/0095). It helps if many readers are far from the database
   * (docs/performance.md).
   */
  READ_CACHE: flag.default(false),

  /**
   * How long audit log entries are kept. They name people, so keep them no longer than anyone is likely to need them.
   */
  AUDIT_LOG_DAYS: wholeNumber(1, 3650).default(365),

  /**
   * Where emails go: the local outbox (/dev/outbox), one of the services in app/core/email/providers/, or nowhere (the
   * demo, whose pages show login codes).
   */
  MAIL_PROVIDER: z.enum(MAIL_PROVIDERS, `must be one of ${MAIL_PROVIDERS.join(", ")}`).optional(),
  /** The email service to use when the first one fails. */
  MAIL_FALLBACK: z.enum(EMAIL_PROVIDER_NAMES, `must be one of ${EMAIL_PROVIDER_NAMES.join(", ")}`).optional(),
  /** The sender of every email. */
  MAIL_FROM: z.email("must be an email address").optional(),
  /**
   * Contact links shown in the demo and to someone who says "This was not me": https: or mailto: URLs, separated by
   * commas or spaces.
   */
  CONTACT_LINKS: links,

  /**
   * Where to report a vulnerability, for /.well-known/security.txt: https: or mailto: URLs, separated by commas or
   * spaces, the preferred one first. Without it, there is no such file.
   */
  SECURITY_CONTACT: links,

  /**
   * Where errors are sent in addition to the log: the DSN of a Sentry project, or of a service compatible with Sentry.
   */
  SENTRY_DSN: z.url({ protocol: /^https?$/, error: "must be an http: or https: URL" }).optional(),

  /**
   * The product's repository (https://github.com/acme/deckle). If set, the welcome page links to its documentation and
   * issues, and the demo shows how to copy it.
   */
  REPOSITORY_URL: z.url({ protocol: /^https?$/, error: "must be an http: or https: URL" }).optional(),

  // The settings of email services and of slices, with their reasons.
  ...emailProviderSettings,
  ...apiSettings,
  ...bounceSettings,
  ...captchaSettings,
  ...passkeySettings,
  ...organisationSettings,
  ...providerSettings,
  ...secondStepSettings,
  ...siteSettings,
});

/** Pairs of settings. Set both settings of a pair, or none. */
const PAIRS: readonly (readonly [one: string, other: string])[] = [
  ["DKIM_SELECTOR", "DKIM_PRIVATE_KEY"],
  ...bouncePairs,
  ...captchaPairs,
  ...providerPairs,
];

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
  .refine((s) => !s.DEMO || SLICE_NAMES.includes("demo"), {
    path: ["DEMO"],
    message: "must be false: the product has no demo any more",
  })
  .refine((s) => s.MAIL_PROVIDER !== "outbox" || s.LOCAL, {
    path: ["MAIL_PROVIDER"],
    message: "must be mailchannels: the outbox, where anyone can read login codes, needs LOCAL=true",
  })
  .refine((s) => s.MAIL_PROVIDER !== "none" || s.DEMO, {
    path: ["MAIL_PROVIDER"],
    message: "must be mailchannels: without mail nobody can sign in, but to the demo",
  })
  .superRefine((settings, { addIssue }) => {
    const given = new Map<string, unknown>(Object.entries(settings));
    for (const by of ["MAIL_PROVIDER", "MAIL_FALLBACK"] as const) {
      const provider = EMAIL_PROVIDERS.find(({ name }) => name === settings[by]);
      const needs = provider ? [...provider.needs, "MAIL_FROM"] : [];
      for (const need of needs.filter((name) => !given.get(name))) {
        addIssue({ code: "custom", path: [need], message: `must be set where ${by} is ${provider?.name}` });
      }
      if (provider && !settings.LOCAL && !settings.BASE_URL) {
        addIssue({
          code: "custom",
          path: ["BASE_URL"],
          message: "must be set where mail is sent: its links lead there",
        });
      }
    }
    const { MAIL_PROVIDER: first, MAIL_FALLBACK: second } = settings;
    if (second && (second === first || first === "outbox" || first === "none")) {
      addIssue({
        code: "custom",
        path: ["MAIL_FALLBACK"],
        message: "must be another service than MAIL_PROVIDER, which must be one",
      });
    }
  })
  .superRefine((settings, { addIssue }) => {
    const given = new Map<string, unknown>(Object.entries(settings));
    for (const [one, other] of PAIRS) {
      if (Boolean(given.get(one)) === Boolean(given.get(other))) continue;
      addIssue({ code: "custom", path: [one], message: `must be set where ${other} is, and nowhere else` });
    }
  });

/** The parsed settings, with defaults. */
export type Settings = z.output<typeof settingsSchema>;

/** The name of each setting, for scripts that pass environment variables on to the worker. */
export const SETTING_NAMES = Object.keys(variables.shape);

/** Invalid settings. The message names each one and what it must be, but never its value. */
export class SettingsError extends Error {
  override name = "SettingsError";
  /** Each setting that is missing or invalid, and what it must be. */
  readonly problems: { name: string; must: string }[];

  constructor(problems: SettingsError["problems"]) {
    super(`Bad settings: ${[...new Set(problems.map(({ name, must }) => `${name} ${must}`))].join("; ")}`);
    this.problems = problems;
  }
}

/**
 * Parses the settings from the worker's environment, or from any record of strings.
 * @throws {SettingsError} naming every missing or invalid setting
 */
export function parseSettings(environment: object): Settings {
  const result = settingsSchema.safeParse(environment);
  if (result.success) return result.data;
  throw new SettingsError(
    result.error.issues.map(({ path, message }) => ({ name: String(path[0]), must: message })),
  );
}
