import { like } from "drizzle-orm";
import { MAX_SELECTED } from "#app/core/lists/selection/selected-rows.ts";
import { books } from "#app/schema.ts";
import { announcements } from "./announcements.ts";
import { expect, test } from "./fixtures.ts";
import { isOnTop } from "./is-on-top.ts";

test("rows are selected by keyboard and deleted together, and the list stays behind the confirmation", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  await open("/manager/books");
  const boxes = page.locator("tbody").getByRole("checkbox");
  const heading = page.getByRole("heading", { level: 1, name: t("book:list.title") });
  const bar = page.getByRole("button", { name: t("common:delete") });
  const all = page.getByRole("checkbox", { name: t("selection:all") });
  await expect(bar).toBeHidden();
  await page.getByRole("link", { name: t("common:loadMore") }).click();
  await expect(boxes).toHaveCount(40);

  await all.press("Space");
  await expect(
    page.getByRole("status").filter({ hasText: t("selection:count", { count: 40 }) }),
  ).toBeAttached();
  await all.press("Space");
  await expect(bar).toBeHidden();
  const titles = await page.locator("tbody").getByRole("rowheader").allInnerTexts();
  const selected = [titles[0], titles[30]].map((title) => (title as string).trim());
  for (const name of selected) {
    await page.getByRole("checkbox", { name: t("selection:row", { name }), exact: true }).press("Space");
  }
  await expect(all).toHaveJSProperty("indeterminate", true);

  // A manager who first looks at a row returns to the selection.
  await page.getByRole("link", { name: selected[1] as string, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: selected[1] as string })).toBeVisible();
  await page.goBack();
  await expect(boxes).toHaveCount(40);
  await expect(page.locator("tbody").getByRole("checkbox", { checked: true })).toHaveCount(2);
  await expect(all).toHaveJSProperty("indeterminate", true);

  await bar.click();
  const question = page.getByRole("dialog", { name: t("book:selected.deleteQuestion", { count: 2 }) });
  await expect(question.getByRole("button", { name: t("common:cancel") })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(bar).toBeFocused();
  await expect(boxes, "the list keeps its length").toHaveCount(40);
  await expect(page).toHaveURL(/\/manager\/books$/);

  await bar.click();
  const said = await announcements(page);
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await question.getByRole("button", { name: t("common:delete") }).click();
  const deleted = t("book:success.selected.deleted", { count: 2 });
  await expect(page.getByText(deleted, { exact: true })).toBeVisible();
  await expect.poll(said).toContain(`${t("common:toast.label")} ${deleted} ${t("common:undo")}`);
  await expect(heading).toBeFocused();
  for (const name of selected) await expect(page.getByRole("link", { name, exact: true })).toBeHidden();
  const neighbour = page.getByRole("link", { name: (titles[29] as string).trim(), exact: true });
  await expect(boxes, "the list keeps its length").toHaveCount(40);
  await expect(neighbour, "and its scroll position").toBeInViewport();
  const furtherPages = () => loaded.filter((url) => url.includes("after=")).length;
  expect(furtherPages(), "the second page is loaded again once").toBe(1);
  await page.getByRole("button", { name: t("common:undo") }).click();
  for (const name of selected) await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  await expect(boxes, "the list keeps its length").toHaveCount(40);
});

test("a deletion that is undone shows the row in its old place, on later pages and without script, too", async ({
  page,
  signIn,
  open,
  t,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await signIn({ role: "admin" });
  await open("/manager/books");
  await page.getByRole("link", { name: t("common:loadMore") }).click();
  const rows = page.locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(40);
  const row = rows.nth(30);
  const name = ((await row.getByRole("rowheader").textContent()) ?? "").trim();
  await row.getByRole("checkbox").press("Space");
  await page.getByRole("button", { name: t("common:delete") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("common:delete") })
    .click();
  const link = page.getByRole("link", { name, exact: true });
  await expect(link).toBeHidden();
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole("button", { name: t("common:undo") }).click();
  await expect(link).toBeInViewport();
  await expect(rows.nth(30), "at its place").toContainText(name);

  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    viewport: { width: 390, height: 600 },
  });
  const plain = await context.newPage();
  await plain.goto(new URL("/manager/books", page.url()).href);
  const last = plain.locator("tbody").getByRole("row").nth(19);
  const itsName = ((await last.getByRole("rowheader").textContent()) ?? "").trim();
  await last.getByRole("link").first().click();
  await plain.goto(`${plain.url().split("?")[0]}?confirm=delete`);
  await plain.getByRole("button", { name: t("common:delete") }).click();
  await plain.getByRole("button", { name: t("common:undo") }).click();
  await expect(plain.getByRole("link", { name: itsName, exact: true })).toBeInViewport();
  await context.close();
});

test("a selection that ends with another order of the list is announced", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  await open("/manager/books");
  const boxes = page.locator("tbody").getByRole("checkbox");
  await boxes.first().press("Space");
  await boxes.nth(1).press("Space");
  const said = await announcements(page);
  await page
    .getByRole("columnheader", { name: t("book:fields.author") })
    .getByRole("link")
    .click();
  const cleared = t("selection:cleared", { count: 2 });
  await expect(page.getByText(cleared, { exact: true })).toBeVisible();
  const announced = async () => (await said()).map((text) => text.trim());
  await expect.poll(announced).toContain(`${t("common:toast.label")} ${cleared}`);
  await expect(page.locator("tbody").getByRole("checkbox", { checked: true })).toHaveCount(0);
  // Without a selection there is nothing to announce, and Back restores the selection.
  await page.goBack();
  await expect(page.locator("tbody").getByRole("checkbox", { checked: true })).toHaveCount(2);
});

test("more rows than one action allows are refused before the confirmation, and stay selected", async ({
  page,
  site,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  const many = Array.from({ length: MAX_SELECTED + 1 }, (_, n) => `Overmuch ${n}`);
  await site.d1
    .prepare(
      `insert into books (id, title, title_key, author_key, created_at, updated_at)
       select value, value, lower(value), '', 0, 0 from json_each(?)`,
    )
    .bind(JSON.stringify(many))
    .run();
  await open("/manager/books?searchTerm=overmuch");
  const boxes = page.locator("tbody").getByRole("checkbox");
  for (let shown = 20; shown < many.length; shown += 20) {
    await expect(boxes).toHaveCount(shown);
    await page.getByRole("link", { name: t("common:loadMore") }).click();
  }
  await expect(boxes).toHaveCount(many.length);
  await page.getByRole("checkbox", { name: t("selection:all") }).press("Space");
  await page
    .getByRole("region", { name: t("selection:title") })
    .getByRole("combobox")
    .selectOption({ index: 1 });
  const refusal = page.getByText(t("selection:tooMany", { limit: MAX_SELECTED }), { exact: true });
  for (const name of [t("common:delete"), t("book:selected.setGenre")]) {
    await page
      .getByRole("region", { name: t("selection:title") })
      .getByRole("button", { name })
      .click();
    await expect(refusal.first()).toBeVisible();
    await page.getByRole("button", { name: t("common:toast.close") }).click();
    await expect(refusal).toHaveCount(0);
  }
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator("tbody").getByRole("checkbox", { checked: true })).toHaveCount(many.length);
  await site.db.delete(books).where(like(books.title, "Overmuch%"));
});

test("the checkbox for all rows appears once it works, and never if its script can't be loaded", async ({
  page,
  signIn,
  open,
  t,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  await signIn({ role: "admin" });
  await page.route("**/follow-selection-*.js", (route) => route.abort());
  await open("/manager/books");
  const all = page.getByRole("checkbox", { name: t("selection:all") });
  await expect(page.locator("tbody").getByRole("checkbox").first()).toBeVisible();
  await expect(all).toHaveCount(0);
  await page.unroute("**/follow-selection-*.js");
  await page.reload();
  await expect(all).toBeVisible();
});

test.describe("without script, on a phone", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 740 } });

  test("the selected books get a genre, and are deleted after a confirmation that can be cancelled", async ({
    page,
    signIn,
    t,
  }) => {
    await signIn({ role: "admin" });
    await page.goto("/manager/books?sort=-title");
    const box = page.locator("tbody").getByRole("checkbox").first();
    await box.check();
    await page.locator("select[name=genreId]").selectOption({ index: 2 });
    await page.getByRole("button", { name: t("book:selected.setGenre") }).click();
    await expect(page.getByText(t("book:success.selected.moved", { count: 1 }))).toBeVisible();
    await expect(page).toHaveURL(/\?sort=-title$/);

    await box.check();
    await page.getByRole("button", { name: t("common:delete") }).click();
    const question = page.getByRole("dialog");
    await expect(question).toBeVisible();
    await question.getByRole("link", { name: t("common:cancel") }).click();
    await expect(question).toBeHidden();
    await expect(box).toBeChecked();
    await page.getByRole("button", { name: t("common:delete") }).click();
    await question.getByRole("button", { name: t("common:delete") }).click();
    await expect(page.getByText(t("book:success.selected.deleted", { count: 1 }))).toBeVisible();
    await expect(page).toHaveURL(/\?sort=-title$/);
  });
});

test.describe("on a phone", () => {
  for (const [what, height] of [
    ["as it is held", 740],
    ["enlarged four times", 256],
  ] as const) {
    test.describe(what, () => {
      test.use({ viewport: { width: 320, height } });

      test("the bar for the selection does not hide the focused row", async ({ page, signIn, open }) => {
        await signIn({ role: "admin" });
        await open("/manager/books");
        const rows = page.locator("tbody").getByRole("row");
        await rows.first().getByRole("checkbox").press("Space");
        for (const row of (await rows.all()).slice(1, 12)) {
          await page.keyboard.press("Tab");
          await page.keyboard.press("Tab");
          const box = row.getByRole("checkbox");
          await expect(box).toBeFocused();
          expect(await box.evaluate(isOnTop), "nothing covers it").toBe(true);
        }
      });
    });
  }

  // Arabic has larger letters.
  test.describe("in Arabic", () => {
    test.use({ language: "ar", locale: "ar", viewport: { width: 320, height: 740 } });

    test("all controls fit into the bar for the selection", async ({ page, signIn, open, t }) => {
      await signIn({ role: "admin" });
      await open("/manager/books");
      await page.locator("tbody").getByRole("checkbox").first().press("Space");
      const bar = page.getByRole("region", { name: t("selection:title") });
      await expect(bar).toBeVisible();
      expect(await bar.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    });
  });
});
