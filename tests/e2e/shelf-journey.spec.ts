import { bookCards } from "./books-cards.ts";
import { expect, test } from "./fixtures.ts";

// Runs with script, without it, with Save-Data, and in Arabic on a phone: see playwright.config.ts.

test("a reader puts a book on their shelf, rates it, takes it off and puts it back", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn();
  await open("/app/shelf");
  const main = page.getByRole("main");
  await expect(main.getByText(t("reading:empty.reading"))).toBeVisible();
  await main.getByRole("link", { name: t("reading:browse") }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("book:list.title") })).toBeVisible();
  const link = bookCards(page).first().getByRole("link");
  const title = (await link.textContent()) as string;
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();

  const shelf = page.getByRole("group", { name: t("shelf:where") });
  await shelf.getByRole("button", { name: t("shelf:reading"), exact: true }).click();
  await expect(page.getByText(t("reading:success.put"), { exact: true }).first()).toBeVisible();
  await expect(shelf.getByRole("button", { pressed: true })).toHaveText(t("shelf:reading"));
  await shelf.getByRole("button", { name: t("shelf:read"), exact: true }).click();
  await expect(shelf.getByRole("button", { pressed: true })).toHaveText(t("shelf:read"));

  await page.getByRole("link", { name: t("shelf:details") }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.getByLabel(t("reading:fields.rating")).selectOption("4");
  await page.getByLabel(t("reading:fields.note")).fill("Worth a second time");
  await page.getByRole("button", { name: t("save") }).click();
  await expect(page.getByText(t("reading:success.saved"), { exact: true }).first()).toBeVisible();

  const found = main.getByRole("listitem").filter({ hasText: title });
  await expect(found.getByText(t("reading:stars", { count: 4 }))).toBeVisible();
  await found.getByRole("link").click();

  await page.getByRole("button", { name: t("reading:remove") }).click();
  await expect(page.getByText(t("reading:success.removed"), { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: t("undo") }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByLabel(t("reading:fields.note"))).toHaveValue("Worth a second time");
});

test("a reader puts a book on their shelf from its card, and finds it there by a search", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn();
  await open("/app/books");
  const card = bookCards(page).first();
  const title = (await card.getByRole("link").textContent()) as string;
  await card.getByRole("button", { name: t("shelf:wanted") }).click();
  await expect(page.getByText(t("reading:success.put"), { exact: true }).first()).toBeVisible();
  await expect(card.getByRole("button", { name: t("shelf:there") })).toBeVisible();

  await open("/app/shelf");
  await expect(page.getByText(t("reading:empty.reading"))).toBeVisible();
  const search = page.getByRole("searchbox", { name: t("search") });
  await search.fill(title.slice(0, 4));
  await search.press("Enter");
  const found = page.getByRole("main").getByRole("listitem").filter({ hasText: title });
  await expect(found.getByText(t("shelf:wanted"))).toBeVisible();
});

test("a reader imports their books from Goodreads", async ({ page, signIn, open, t }) => {
  await signIn();
  await open("/app/shelf/import");
  await page.getByLabel(t("import:file")).setInputFiles({
    name: "goodreads.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      "Title,Author,My Rating,Exclusive Shelf\nA Book of Theirs,Somebody,4,read\nAnother,,0,odd\n",
    ),
  });
  await page.getByRole("button", { name: t("import:check") }).click();
  await expect(page.getByText(t("reading:import.unlisted", { count: 1 }))).toBeVisible();
  await expect(page.getByText("odd", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: t("import:add", { count: 1 }) }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("import:finished") })).toBeVisible();
  await open("/app/shelf?state=read");
  await expect(page.getByText("A Book of Theirs").first()).toBeVisible();
});
