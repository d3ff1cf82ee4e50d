import { addOrganisation } from "#tests/support/organisations.ts";
import { check, inEveryAppearance } from "./appearances.ts";
import { expect, test } from "./fixtures.ts";

inEveryAppearance((language) => {
  test("the page of a logo is accessible", async ({ page, signIn, site, t }) => {
    const { id } = await signIn();
    const { slug } = await addOrganisation(site, id);
    await check(page, `/app/o/${slug}/logo`, language);
    await page.getByLabel(t("upload:picture.label")).setInputFiles("tests/support/upload-files/plain.png");
    await page.getByRole("button", { name: t("common:save") }).click();
    await expect(page.getByText(t("upload:picture.saved")).first()).toBeVisible();
    await check(page, `/app/o/${slug}/logo`, language);
  });
});
