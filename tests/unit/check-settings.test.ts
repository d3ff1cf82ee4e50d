import { expect, test } from "vitest";
import { checkSettings } from "#scripts/lib/check-settings.ts";
import { environments, readEnvironment } from "#scripts/lib/environments.ts";

const MAIL = "MAILCHANNELS_API_KEY";

/**
 * Production's settings, with another sender and another address of the site, because those in the repository
 * may be examples.
 */
const VARS = {
  ...readEnvironment("production").vars,
  MAIL_FROM: "mail@sender.test",
  BASE_URL: "https://site.test",
};

const check = (vars: Record<string, unknown>, secrets: string[] | null) =>
  checkSettings({ env: "production", worker: "the-worker", vars }, secrets);

test.each([
  [{}, [], `${MAIL} must be set where MAIL_PROVIDER is mailchannels`],
  [{ SIGNUP: "false" }, [MAIL], "SIGNUP is not a setting"],
  [{ SIGN_UP: false }, [MAIL], "SIGN_UP must be in quotes"],
  [{ SIGN_UP: "no" }, [MAIL], "SIGN_UP must be true or false"],
  [
    { GOOGLE_CLIENT_ID: "one" },
    [MAIL],
    "GOOGLE_CLIENT_ID must be set where GOOGLE_CLIENT_SECRET is, and nowhere else",
  ],
  [
    { MAIL_FROM: "mail@example.com" },
    [MAIL],
    "MAIL_FROM is still the example address, from which no email can be sent",
  ],
])("the settings %j with the secrets %j are refused: %s", (vars, secrets, reason) => {
  expect(() => check({ ...VARS, ...vars }, secrets)).toThrow(
    `${reason} (app/settings.ts has them all; in [env.production.vars]`,
  );
});

const LINE = 'write BASE_URL = "https://the-worker.<account>.workers.dev"';

test.each([
  [undefined, "BASE_URL must be set where mail is sent: its links lead there"],
  ["https://deckle.example.com", "BASE_URL is still the example, and links in emails would lead there"],
  ["https://deckle.example/", "BASE_URL is still the example"],
  ["deckle.acme.test", "BASE_URL must be an http: or https: URL"],
])("the address %s of the site is refused, and the reason shows the line to write", (url, reason) => {
  const { BASE_URL: _, ...others } = VARS;
  const vars = url === undefined ? others : { ...others, BASE_URL: url };
  expect(() => check(vars, [MAIL])).toThrow(reason);
  expect(() => check(vars, [MAIL])).toThrow(LINE);
});

test("the secrets of the worker count as set, whatever their values", () => {
  check({ ...VARS, GOOGLE_CLIENT_ID: "one" }, [MAIL, "GOOGLE_CLIENT_SECRET", "CONTACT_LINKS"]);
});

test.each(environments())("the settings of %s in wrangler.toml are accepted", (env) => {
  const { name, vars } = readEnvironment(env);
  checkSettings({ env, worker: name, vars }, null);
});

test("where the secrets are unknown, settings that contradict each other are refused", () => {
  const vars = { ...VARS, MAIL_PROVIDER: "outbox" };
  expect(() => check(vars, null)).toThrow("MAIL_PROVIDER must be mailchannels: the outbox");
  expect(() => check(vars, [MAIL, "CONTACT_LINKS"])).toThrow(
    "MAIL_PROVIDER must be mailchannels: the outbox",
  );
});

test("where the secrets are unknown, settings that may be secrets count as set, and so does the example sender", () => {
  check({ ...VARS, MAIL_FROM: "mail@example.com" }, null);
});
