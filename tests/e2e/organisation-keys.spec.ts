import { keysOf } from "#tests/support/organisation-keys.ts";
import { addOrganisation } from "#tests/support/organisations.ts";
import type { TestWorker } from "#tests/support/worker.ts";
import { JOURNEY_VARIANTS } from "./appearances.ts";
import { expect, test } from "./fixtures.ts";

/** The API's response to a program with a key. */
const statusOfCall = async (site: TestWorker, key: string) =>
  (await fetch(new URL("/api/v1/organisation", site.url), { headers: { Authorization: `Bearer ${key}` } }))
    .status;

for (const { name, options } of JOURNEY_VARIANTS) {
  test.describe(name, () => {
    test.use({ ...options, expectedErrors: [/status of 400/] });

    test("an owner creates a key of their organisation, sees it once, and revokes it after a confirmation", async ({
      page,
      site,
      signIn,
      open,
      t,
    }) => {
      const { id: userId } = await signIn();
      const { id, slug } = await addOrganisation(site, userId);
      await open(`/app/o/${slug}`);
      await page.getByRole("link", { name: t("key:list.title"), exact: true }).click();
      await expect(page.getByText(t("key:list.empty"))).toBeVisible();

      // A refused form keeps the values of its other fields.
      const field = page.getByRole("textbox", { name: t("token:name"), exact: true });
      const create = page.getByRole("button", { name: t("key:create") });
      await page.getByRole("checkbox", { name: t("token:scopes.write") }).check();
      await create.click();
      await expect(page.getByText(t("user:errors.nameRequired"))).toBeVisible();
      await expect(page.getByRole("checkbox", { name: t("token:scopes.write") })).toBeChecked();

      await field.fill("Import");
      await create.click();
      const made = page.getByRole("textbox", { name: t("key:made.label") });
      await expect(made).toBeFocused();
      const key = await made.inputValue();
      expect(await statusOfCall(site, key)).toBe(200);

      const revoke = page.getByRole("link", { name: `${t("key:revoke.open")} Import` });
      await revoke.click();
      await expect(made).toBeHidden();
      await page.getByRole("link", { name: t("cancel"), exact: true }).click();
      expect(await keysOf(site, id)).toHaveLength(1);
      await revoke.click();
      await page.getByRole("button", { name: t("key:revoke.submit") }).click();
      await expect(page.getByText(t("key:list.empty"))).toBeVisible();
      await expect(page.getByText(t("key:success.revoked")).first()).toBeVisible();
      expect(await statusOfCall(site, key)).toBe(401);
    });
  });
}
