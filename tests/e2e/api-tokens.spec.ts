import { isTokenText } from "#app/slices/api/token/token-text.ts";
import { accessTokensOf, addAccessToken } from "#tests/support/api-tokens.ts";
import { addUser } from "#tests/support/people.ts";
import type { TestWorker } from "#tests/support/worker.ts";
import { JOURNEY_VARIANTS } from "./appearances.ts";
import { expect, test } from "./fixtures.ts";

/** The API's response to a program with a token. */
const statusOfCall = async (site: TestWorker, token: string) =>
  (await fetch(new URL("/api/v1/me", site.url), { headers: { Authorization: `Bearer ${token}` } })).status;

for (const { name, options } of JOURNEY_VARIANTS) {
  const hasScript = name !== "without script";
  test.describe(name, () => {
    test.use({ ...options, expectedErrors: [/status of 400/] });

    test("a reader creates access tokens, sees each once, uses them, and revokes one and then all", async ({
      page,
      site,
      signIn,
      open,
      t,
    }) => {
      const { id } = await signIn();
      await open("/app/account");
      await page
        .getByRole("link", { name: t("account:security.manageOf", { what: t("account:tokens.title") }) })
        .click();
      await expect(page.getByText(t("token:empty"))).toBeVisible();
      const field = page.getByRole("textbox", { name: t("token:name"), exact: true });
      const make = page.getByRole("button", { name: t("token:create") });
      const made = page.getByRole("textbox", { name: t("token:made.label") });

      // A refused form keeps the values of its other fields.
      const write = page.getByRole("checkbox", { name: t("token:scopes.write") });
      await write.check();
      await expect(page.getByText(t("token:lastDay"), { exact: true })).toBeHidden();
      await page.getByRole("combobox", { name: t("token:endsIn") }).selectOption("day");
      await expect(page.getByText(t("token:lastDay"), { exact: true })).toBeVisible();
      await make.click();
      await expect(page.getByText(t("user:errors.nameRequired"))).toBeVisible();
      if (hasScript) await expect(field).toBeFocused();
      await expect(write).toBeChecked();
      await expect(page.getByText(t("token:lastDay"), { exact: true })).toBeVisible();

      await page.getByRole("combobox", { name: t("token:endsIn") }).selectOption("90");
      const tokens: string[] = [];
      for (const called of ["First", "Second", "Third"]) {
        await field.fill(called);
        await make.click();
        await expect(page.getByText(t("token:made.title", { name: called }))).toBeVisible();
        await expect(made).toBeFocused();
        const token = await made.inputValue();
        expect(await isTokenText(token)).toBe(true);
        expect(await statusOfCall(site, token)).toBe(200);
        tokens.push(token);
        await expect(field).toHaveValue("");
      }
      const rows = page.getByRole("main").getByRole("listitem");
      await expect(rows).toHaveCount(3);
      await expect(rows.first()).toContainText("Third");

      // Signing out other sessions does not revoke tokens. The confirmation says so, and its focus is still on Cancel.
      await open("/app/account?state=revoke-sessions");
      const sessions = page.getByRole("dialog");
      await expect(sessions.getByRole("link", { name: t("account:tokens.open") })).toBeVisible();
      if (hasScript) await expect(sessions.getByRole("link", { name: t("common:cancel") })).toBeFocused();
      await open("/account/tokens");
      await expect(made).toBeHidden();

      const revoke = page.getByRole("button", { name: t("token:revoke") });
      await revoke.first().click();
      await expect(page.getByText(t("token:revoked"), { exact: true })).toBeVisible();
      if (hasScript) {
        await expect(rows.first()).toContainText(t("token:gone"));
        await expect(revoke).toHaveCount(2);
        await expect(revoke.first()).toBeFocused();
      } else {
        await expect(rows).toHaveCount(2);
      }
      expect((await accessTokensOf(site, id)).map((token) => token.name).sort()).toEqual(["First", "Second"]);
      expect(await Promise.all(tokens.map((token) => statusOfCall(site, token)))).toEqual([200, 200, 401]);
      await page.getByRole("link", { name: t("token:revokeAll") }).click();
      const question = page.getByRole("dialog", { name: t("token:question.title") });
      await question.getByRole("button", { name: t("token:revokeAll") }).click();
      await expect(page.getByText(t("token:revokedAll"), { exact: true })).toBeVisible();
      await expect(page.getByText(t("token:empty"))).toBeVisible();
      await page
        .getByRole("main")
        .getByRole("link", { name: t("common:account") })
        .click();
      await expect(page).toHaveURL(/\/app\/account$/);
    });

    test("an administrator revokes a user's access tokens", async ({ page, site, signIn, open, t }) => {
      await signIn({ role: "admin" });
      const person = await addUser(site);
      for (const called of ["Nightly", "Weekly", "Yearly"]) {
        await addAccessToken(site, person.id, { name: called });
      }
      await open(`/manager/users/${person.id}`);
      const tokens = page.getByRole("region", { name: t("token:ofUser") });
      const revoke = tokens.getByRole("button", { name: t("token:revoke") });
      await revoke.first().click();
      await expect(page.getByText(t("token:revoked"), { exact: true })).toBeVisible();
      if (hasScript) await expect(revoke.first()).toBeFocused();
      await tokens.getByRole("link", { name: t("token:revokeAll") }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t("token:revokeAll") })
        .click();
      await expect(page.getByText(t("token:revokedAll"), { exact: true })).toBeVisible();
      await expect(tokens).toBeHidden();
      expect(await accessTokensOf(site, person.id)).toEqual([]);
    });
  });
}

test("a new token is copied with a button, and a double click creates one token", async ({
  page,
  site,
  signIn,
  open,
  t,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await signIn();
  await open("/account/tokens");
  await page.getByRole("textbox", { name: t("token:name"), exact: true }).fill("CI");
  await page.getByRole("button", { name: t("token:create") }).dblclick();
  const made = page.getByRole("textbox", { name: t("token:made.label") });
  await expect(made).toBeVisible();
  await page.getByRole("button", { name: t("token:made.copy") }).click();
  await expect(page.getByText(t("token:made.copied"), { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await made.inputValue());
  expect(await accessTokensOf(site, id)).toHaveLength(1);
});
