import { describe, expect, test } from "vitest";
import { parseSettings } from "./settings.ts";

const SECRET = "s".repeat(32);
const DEPLOYED = {
  COOKIE_SECRETS: SECRET,
  LOGIN_CODE_SECRET: SECRET,
  SECOND_STEP_SECRETS: SECRET,
  MAILCHANNELS_API_KEY: "key",
  MAIL_FROM: "deckle@example.com",
  BASE_URL: "https://deckle.example",
};

test.each([
  ["LOGIN_CODE_MINUTES", 1, 10],
  ["LOGIN_CODE_ATTEMPTS", 1, 10],
  ["LOGIN_CODES_PER_HOUR", 1, 100],
  ["LOGIN_CODE_INTERVAL_SECONDS", 0, 600],
  ["LOGIN_FAILURES_PER_DAY", 1, 1000],
  ["LOGIN_FAILURES_ALARM", 1, 100_000],
  ["ADMIN_SESSION_HOURS", 1, 720],
  ["ADMIN_SECOND_STEP_DAYS", 0, 365],
  ["AUDIT_LOG_DAYS", 1, 3650],
] as const)("%s is a whole number from %d to %d", (name, min, max) => {
  for (const value of [min, max])
    expect(parseSettings({ ...DEPLOYED, [name]: String(value) })).toMatchObject({ [name]: value });
  for (const value of [min - 1, max + 1, min + 0.5, "", "1e1", "0x1"])
    expect(() => parseSettings({ ...DEPLOYED, [name]: String(value) }), String(value)).toThrow(
      `${name} must be a whole number from ${min} to ${max}`,
    );
});

test.each<[name: string, values: string[]]>([
  ["LOCAL", ["yes", "1", "TRUE"]],
  ["SIGN_UP", ["yes"]],
  ["COOKIE_SECRETS", ["", "s".repeat(31), `${SECRET},short`, `${SECRET},`]],
  ["LOGIN_CODE_SECRET", ["", "s".repeat(31)]],
  ["SECOND_STEP_SECRETS", ["", "s".repeat(31), `${SECRET},short`]],
  ["MAIL_PROVIDER", ["outbox", "none", "pigeon"]],
  ["WORKERS_PLAN", ["", "enterprise"]],
  ["MAILCHANNELS_URL", ["nowhere"]],
  ["DKIM_SELECTOR", ["deckle"]],
  ["TURNSTILE_SITE_KEY", ["a-site-key-without-its-secret"]],
  ["TURNSTILE_URL", ["nowhere"]],
  ["MAIL_FROM", ["", "Deckle"]],
  ["MAILCHANNELS_API_KEY", [""]],
  ["GITHUB_CLIENT_SECRET", ["secret"]],
  ["GOOGLE_CLIENT_SECRET", ["secret"]],
  ["TURNSTILE_SECRET_KEY", ["secret"]],
  ["DKIM_PRIVATE_KEY", ["key"]],
  ["BASE_URL", ["javascript:alert(1)", "data:text/html,x", "deckle.example", "ftp://deckle.example"]],
  ["REPOSITORY_URL", ["javascript:alert(1)"]],
  ["CONTACT_LINKS", ["javascript:alert(1)", "https://example.com, http://example.com"]],
  ["SECURITY_CONTACT", ["javascript:alert(1)", "security@example.com"]],
  [
    "API_ORIGINS",
    ["app.example.com", "https://app.example.com/", "https://app.example.com/path", "ftp://app.example.com"],
  ],
  ["GITHUB_URL", ["github.com"]],
  ["ENVIRONMENT_EMOJI", ["x", "1", "🧪🧪"]],
  ["ENVIRONMENT_COLOUR", ["pink"]],
  ["ENVIRONMENT_NAME", ["x".repeat(31)]],
])("the setting %s refuses invalid values", (name, values) => {
  for (const value of values)
    expect(() => parseSettings({ ...DEPLOYED, [name]: value }), value).toThrow(/^Bad settings: [A-Z_]+ must/);
});

test("a refusal does not repeat the value, which may be a secret", () => {
  expect(() => parseSettings({ ...DEPLOYED, COOKIE_SECRETS: "unmistakable" })).not.toThrow("unmistakable");
});

describe("the default settings are safe:", () => {
  test("a deployment is not local, shows no timings and sends emails", () => {
    expect(parseSettings(DEPLOYED)).toMatchObject({
      LOCAL: false,
      DEMO: false,
      SERVER_TIMING: false,
      MAIL_PROVIDER: "mailchannels",
    });
  });

  test.each([
    "COOKIE_SECRETS",
    "LOGIN_CODE_SECRET",
    "SECOND_STEP_SECRETS",
    "MAILCHANNELS_API_KEY",
    "MAIL_FROM",
    "BASE_URL",
  ])("%s must be set", (name) => {
    expect(() => parseSettings({ ...DEPLOYED, [name]: undefined })).toThrow(`${name} must be set`);
  });

  test("a developer's machine needs no BASE_URL", () => {
    const given = { LOCAL: "true", MAIL_PROVIDER: "mailchannels", BASE_URL: undefined };
    expect(parseSettings({ ...DEPLOYED, ...given }).BASE_URL).toBeUndefined();
  });
});
