import { addHolding } from "#tests/support/holdings.ts";
import { addOrganisation } from "#tests/support/organisations.ts";
import { check, inEveryAppearance, JOURNEY_VARIANTS } from "./appearances.ts";
import { expect, test } from "./fixtures.ts";

for (const { name, options } of JOURNEY_VARIANTS) {
  test.describe(name, () => {
    test.use(options);

    test("a member puts a book on their organisation's shelf, writes a note, takes it off and puts it back", async ({
      page,
      site,
      signIn,
      t,
    }) => {
      const { slug } = await addOrganisation(site, (await signIn()).id);
      await page.goto(`/app/o/${slug}`);
      const main = page.getByRole("main");
      await main.getByRole("link", { name: t("holding:list.title"), exact: true }).click();
      await expect(main.getByText(t("holding:list.empty"))).toBeVisible();
      await main.getByRole("link", { name: t("holding:new") }).click();
      await expect(main.getByRole("heading", { level: 1, name: t("holding:new") })).toBeVisible();
      const first = main.getByRole("listitem").first();
      const title = (await first.getByRole("link").textContent()) as string;
      await first.getByRole("button").click();
      await expect(page.getByText(t("holding:success.created"), { exact: true }).first()).toBeVisible();
      await expect(first.getByRole("button")).toContainText(t("holding:there"));

      await page.goto(`/app/o/${slug}/holdings`);
      await main.getByRole("link", { name: title }).click();
      await expect(main.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await main.getByLabel(t("holding:fields.note")).fill("For the next evening");
      await main.getByRole("button", { name: t("common:save") }).click();
      await main.getByRole("link", { name: title }).click();
      await expect(main.getByLabel(t("holding:fields.note"))).toHaveValue("For the next evening");
      await main.getByRole("button", { name: t("holding:remove") }).click();
      await expect(main.getByText(t("holding:list.empty"))).toBeVisible();
      await page.getByRole("button", { name: t("common:undo") }).click();
      await expect(main.getByRole("heading", { level: 1, name: title })).toBeVisible();
    });
  });
}

inEveryAppearance((language) => {
  test("the shelf of an organisation is accessible", async ({ page, site, signIn }) => {
    const user = await signIn();
    const { id: organisationId, slug } = await addOrganisation(site, user.id);
    const list = `/app/o/${slug}/holdings`;
    await check(page, list, language);
    const { id } = await addHolding(site, organisationId, { title: "Orlando", author: "Virginia Woolf" });
    for (const path of [list, `${list}/new`, `${list}/${id}`, `/app/o/${slug}`])
      await check(page, path, language);
  });
});
