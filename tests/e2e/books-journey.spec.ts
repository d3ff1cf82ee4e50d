import { expect, test } from "./fixtures.ts";

// Runs with script, without it, with Save-Data, and in Arabic on a phone: see playwright.config.ts.

test("a reader browses books, page after page, and opens one", async ({ page, signIn, open, t }, {
  project,
}) => {
  await signIn();
  await open("/app");
  const navigation = page.getByRole("navigation", { name: t("common:navigation") });
  await navigation.getByRole("link", { name: t("book:list.title") }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("book:list.title") })).toBeVisible();
  const books = page.getByRole("main").getByRole("listitem");
  await expect(books).toHaveCount(20);
  const first = (await books.first().getByRole("link").textContent()) as string;

  await page.getByRole("link", { name: t("common:loadMore") }).click();
  if (project.name.includes("no")) {
    await expect(books).toHaveCount(20);
    await expect(books.first().getByRole("link")).not.toHaveText(first);
    await page.getByRole("link", { name: t("common:list.start") }).click();
    await expect(books.first().getByRole("link")).toHaveText(first);
  } else {
    await expect(books).toHaveCount(40);
  }

  await books.first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: first })).toBeVisible();
  await expect(page.getByText(t("book:publisher"))).toBeVisible();
});
