import { expect, test } from "vitest";
import { parseSettings } from "#app/settings.ts";

const SECRET = "s".repeat(32);
const DEMO = {
  DEMO: "true",
  COOKIE_SECRETS: SECRET,
  LOGIN_CODE_SECRET: SECRET,
  SECOND_STEP_SECRETS: SECRET,
};

test("nobody can sign up in the demo, whatever SIGN_UP says", () => {
  expect(parseSettings({ ...DEMO, SIGN_UP: "true" })).toMatchObject({
    SIGN_UP: false,
    MAIL_PROVIDER: "none",
  });
});

test("the demo, which sends no email, needs no BASE_URL", () => {
  expect(parseSettings(DEMO).BASE_URL).toBeUndefined();
});
