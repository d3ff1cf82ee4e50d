import { bookCards } from "./books-cards.ts";
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
  const books = bookCards(page);
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
  await expect(page.getByText(t("book:fields.publisher"))).toBeVisible();
});

test("a reader searches, narrows the results to a genre, and returns to all books", async ({
  page,
  signIn,
  open,
  t,
}, { project }) => {
  const hasScript = !project.name.includes("no");
  await signIn();
  await open("/app/books");
  const search = page.getByRole("searchbox", { name: t("common:search") });
  const genre = page.getByRole("combobox", { name: t("book:fields.genreId") });
  const books = bookCards(page);
  await search.fill("du");
  if (!hasScript) await search.press("Enter");
  await expect(books.getByRole("link", { name: "Dune", exact: true })).toBeVisible();
  await expect(books.getByRole("link", { name: "Dubliners" })).toBeVisible();

  await genre.selectOption({ label: "Science fiction" });
  if (!hasScript) await page.getByRole("button", { name: t("common:search") }).click();
  const said = page.getByRole("main").getByRole("paragraph");
  await expect(said.filter({ hasText: t("common:list.results", { count: 1, term: "du" }) })).toBeVisible();
  await expect(books).toHaveCount(1);

  await search.fill("emma");
  if (!hasScript) await search.press("Enter");
  await expect(said.filter({ hasText: t("common:noResults") })).toBeVisible();
  await expect(search).toHaveValue("emma");
  await page.getByRole("link", { name: t("book:list.clearFilter") }).click();
  await expect(books).toHaveCount(20);
  await expect(search).toHaveValue("");
  await expect(genre).toHaveValue("");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a tab of the navigation focuses the search field, and the account page links to the sign-out", async ({
    page,
    signIn,
    open,
    t,
  }) => {
    await signIn();
    await open("/app");
    const navigation = page.getByRole("navigation", { name: t("common:navigation") });
    await expect(navigation.getByRole("link", { name: t("common:signOut") })).toBeHidden();
    const tab = navigation.getByRole("link", { name: t("common:search") });
    await tab.click();
    const field = page.getByRole("searchbox", { name: t("common:search") });
    await expect(field).toBeFocused();
    await expect(navigation.locator("[aria-current]")).toHaveCount(1);
    await field.blur();
    await tab.click();
    await expect(field).toBeFocused();
    await navigation.getByRole("link", { name: t("common:account") }).click();
    await expect(page.getByRole("main").getByRole("link", { name: t("common:signOut") })).toBeVisible();
  });
});
