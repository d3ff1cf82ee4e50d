import { expect, test } from "./fixtures.ts";
import { isOnTop } from "./is-on-top.ts";
import { applyFilters, openFilters } from "./list-controls.ts";

test.describe("on a wide screen", () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test("a table sorts by its headings, and a row links back to the same list, even after saving", async ({
    page,
    signIn,
    open,
    t,
  }) => {
    await signIn({ role: "admin" });
    await open("/manager/books");
    const table = page.getByRole("table", { name: t("book:list.title") });
    const heading = (label: string) => table.getByRole("columnheader", { name: label });
    await expect(heading(t("book:fields.title"))).toHaveAttribute("aria-sort", "ascending");
    const [first] = await table.getByRole("rowheader").all();
    expect((await first?.boundingBox())?.height).toBeLessThanOrEqual(41);

    const author = heading(t("book:fields.author")).getByRole("link");
    await author.click();
    await expect(heading(t("book:fields.author"))).toHaveAttribute("aria-sort", "ascending");
    await author.press("Enter");
    await expect(heading(t("book:fields.author"))).toHaveAttribute("aria-sort", "descending");
    await expect(author).toBeFocused();
    const focused = await page.evaluateHandle(() => {
      const focused: string[] = [];
      addEventListener("focusin", ({ target }) => focused.push((target as Element).localName));
      return focused;
    });
    await author.press("Enter");
    await expect(heading(t("book:fields.author"))).toHaveAttribute("aria-sort", "ascending");
    await expect(author).toBeFocused();
    expect(await focused.jsonValue(), "it did not move in between").toEqual(["a"]);
    await author.press("Enter");
    await expect(heading(t("book:fields.author"))).toHaveAttribute("aria-sort", "descending");
    await openFilters(page, t);
    await page.getByRole("combobox", { name: t("book:fields.genreId") }).selectOption({ index: 1 });
    await expect(page).toHaveURL(/sort=-author.*genre=/);
    await expect(heading(t("book:fields.author"))).toHaveAttribute("aria-sort", "descending");
    const list = new URL(page.url()).searchParams;

    await page.evaluate(() => window.scrollTo(0, 400));
    await table.getByRole("rowheader").nth(2).getByRole("link").click();
    await page.getByRole("link", { name: t("common:edit") }).click();
    await page.getByRole("button", { name: t("common:save") }).click();
    await expect(page.getByText(t("book:success.updated"), { exact: true })).toBeVisible();
    await page.getByRole("link", { name: t("book:allBooks") }).click();
    await expect(heading(t("book:fields.author"))).toHaveAttribute("aria-sort", "descending");
    expect(new URL(page.url()).searchParams.get("genre")).toBe(list.get("genre"));
    await page.goBack();
    await expect(page.getByRole("link", { name: t("common:edit") })).toBeVisible();
  });

  test("the headings stay in sight, and the keyboard reaches the checkbox and the link of each row", async ({
    page,
    signIn,
    open,
    t,
  }) => {
    await signIn({ role: "admin" });
    await open("/manager/books");
    const rows = page.getByRole("rowheader").getByRole("link");
    await rows.last().scrollIntoViewIfNeeded();
    await expect(page.getByRole("columnheader", { name: t("book:fields.title") })).toBeInViewport();
    await rows.first().focus();
    await page.keyboard.press("Tab");
    await expect(page.locator("tbody").getByRole("checkbox").nth(1)).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name: t("common:edit") })).toBeVisible();
  });
});

test.describe("without script, on a phone", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 740 } });

  test("the list is sorted and filtered, and links back with both", async ({ page, signIn, t }) => {
    await signIn({ role: "admin" });
    await page.goto("/manager/books");
    await page
      .getByRole("columnheader", { name: t("manager:list.changed") })
      .getByRole("link")
      .click();
    await expect(page).toHaveURL(/sort=-updated/);
    await openFilters(page, t);
    await page.getByRole("combobox", { name: t("book:fields.genreId") }).selectOption({ index: 1 });
    await applyFilters(page, t);
    await expect(page).toHaveURL(/sort=-updated.*genre=/);
    const list = new URL(page.url());
    await page.getByRole("rowheader").first().getByRole("link").click();
    await page.getByRole("link", { name: t("book:allBooks") }).click();
    const back = new URL(page.url());
    for (const name of ["sort", "genre"]) {
      expect(back.searchParams.get(name)).toBe(list.searchParams.get(name));
    }
  });
});

for (const language of ["en", "sw"] as const) {
  test.describe(`on a small phone, in ${language}`, () => {
    test.use({ language, locale: language, viewport: { width: 360, height: 740 } });

    test("the headings are in one line, and the checkbox for all rows stays in sight while they scroll", async ({
      page,
      signIn,
      open,
      t,
    }) => {
      await signIn({ role: "admin" });
      await open("/manager/books");
      const links = page.getByRole("columnheader").getByRole("link");
      const all = page.getByRole("checkbox", { name: t("selection:all") });
      await expect(all).toBeInViewport();
      const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()));
      for (const [n, box] of boxes.entries()) {
        const before = boxes[n - 1];
        if (before) expect(box?.x, `heading ${n}`).toBeGreaterThanOrEqual(before.x + before.width);
      }
      await links.last().focus();
      await expect(links.last()).toBeInViewport();
      await expect(all).toBeInViewport();
      expect(await all.evaluate(isOnTop), "nothing is in front of it").toBe(true);
    });
  });
}
