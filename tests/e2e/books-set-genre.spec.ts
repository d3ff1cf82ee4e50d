import { like } from "drizzle-orm";
import { books, genres } from "#app/schema.ts";
import { expect, test } from "./fixtures.ts";

test.describe("in a language that is not the browser's", () => {
  test.use({ language: "fr", locale: "fr" });

  test("a missing genre is reported in the reader's language", async ({ page, signIn, open, t }) => {
    await signIn({ role: "admin" });
    await open("/manager/books?sort=-title");
    await page.locator("tbody").getByRole("checkbox").first().check();
    const submit = page.getByRole("button", { name: t("book:selected.setGenre") });
    const genre = page.locator("select[name=genreId]");
    await submit.click();
    await expect(genre).toBeFocused();
    await expect(genre).toHaveJSProperty("validationMessage", t("book:list.chooseGenre"));
    await genre.selectOption({ index: 2 });
    await submit.click();
    await expect(
      page.getByText(t("book:success.selected.moved", { count: 1 }), { exact: true }),
    ).toBeVisible();
  });
});

test.describe("with more genres than fit into the bar", () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch/] });
  test.beforeEach(async ({ site }) => {
    for (let n = 0; n < 31; n++) {
      await site.db
        .insert(genres)
        .values({ id: `many-${n}`, name: `Many ${n}`, nameKey: `zz many ${n}` })
        .onConflictDoNothing();
    }
  });
  test.afterAll(async ({ site }) => {
    await site.db.update(books).set({ genreId: null }).where(like(books.genreId, "many-%"));
    await site.db.delete(genres).where(like(genres.id, "many-%"));
  });

  test("a dialog gives the selected books any genre, and the list stays behind it", async ({
    page,
    signIn,
    open,
    t,
  }) => {
    await signIn({ role: "admin" });
    await open("/manager/books");
    const boxes = page.locator("tbody").getByRole("checkbox");
    await page.getByRole("link", { name: t("common:loadMore") }).click();
    await expect(boxes).toHaveCount(40);
    await boxes.nth(0).press("Space");
    await boxes.nth(30).press("Space");
    const ask = page.getByRole("button", { name: `${t("book:selected.setGenre")}…` });
    await ask.click();
    const question = page.getByRole("dialog", { name: t("book:selected.genreQuestion", { count: 2 }) });
    await expect(question.getByRole("combobox")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(ask).toBeFocused();
    await expect(boxes).toHaveCount(40);

    await ask.click();
    await question.getByRole("combobox").selectOption("Many 30");
    await question.getByRole("button", { name: t("book:selected.setGenre") }).click();
    await expect(
      page.getByText(t("book:success.selected.moved", { count: 2 }), { exact: true }),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/manager\/books$/);
  });

  test("if the genres can't be loaded into the list, the dialog opens as a page", async ({
    page,
    signIn,
    open,
    t,
  }) => {
    await signIn({ role: "admin" });
    await open("/manager/books");
    await page.locator("tbody").getByRole("checkbox").first().press("Space");
    let isFirst = true;
    await page.route("**/manager/books.data?*", async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      await route.abort();
    });
    await page.getByRole("button", { name: t("book:selected.setGenre") }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page).toHaveURL(/selected=.*confirm=genre/);
  });

  test.describe("without script", () => {
    test.use({ javaScriptEnabled: false });

    test("the dialog opens as a page, and cancelling it keeps the selection", async ({ page, signIn, t }) => {
      await signIn({ role: "admin" });
      await page.goto("/manager/books?sort=-title");
      const box = page.locator("tbody").getByRole("checkbox").first();
      await box.check();
      const ask = page.getByRole("button", { name: t("book:selected.setGenre") }).first();
      await ask.click();
      const question = page.getByRole("dialog");
      await question.getByRole("link", { name: t("common:cancel") }).click();
      await expect(box).toBeChecked();
      await ask.click();
      await question.getByRole("combobox").selectOption("Many 29");
      await question.getByRole("button", { name: t("book:selected.setGenre") }).click();
      await expect(page.getByText(t("book:success.selected.moved", { count: 1 }))).toBeVisible();
      await expect(page).toHaveURL(/\?sort=-title$/);
    });
  });
});
