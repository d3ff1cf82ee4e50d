import { books } from "#app/schema.ts";
import { check, inEveryAppearance } from "./appearances.ts";
import { expect, test } from "./fixtures.ts";

inEveryAppearance((language) => {
  test("the page of a cover is accessible, and so are pages that show one", async ({
    page,
    signIn,
    site,
    t,
  }) => {
    await signIn({ role: "admin" });
    const id = crypto.randomUUID();
    const row = { id, title: `The Years ${id}`, titleKey: id, authorKey: "" };
    await site.db.insert(books).values(row);
    await check(page, `/manager/books/${id}/cover`, language);
    await page.getByLabel(t("upload:picture.label")).setInputFiles("tests/support/upload-files/plain.png");
    await page.getByRole("button", { name: t("common:save") }).click();
    await expect(page.getByText(t("upload:picture.saved")).first()).toBeVisible();
    for (const path of [`/manager/books/${id}/cover`, `/app/books/${id}`, `/app/books?searchTerm=${id}`])
      await check(page, path, language);
  });
});
