import { eq } from "drizzle-orm";
import { books, genres } from "#app/schema.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { JOURNEY_VARIANTS } from "./appearances.ts";
import { expect, openMore, test } from "./fixtures.ts";

for (const { name, options } of JOURNEY_VARIANTS) {
  test.describe(name, () => {
    test.use({ ...options, expectedErrors: [/status of (400|404|409)/] });

    test("a manager adds a book, finds it, changes it and deletes it", async ({
      page,
      signIn,
      open,
      t,
      site,
    }, { workerIndex }) => {
      const title = `Omeros ${name} ${workerIndex}`;
      await signIn({ role: "admin" });
      await open("/manager/books");
      await page.getByRole("link", { name: t("book:manager.new") }).click();
      await page.getByRole("textbox", { name: t("book:fields.author") }).fill("Derek Walcott");
      await page.getByRole("button", { name: t("common:create"), exact: true }).click();
      await expect(page.getByText(t("book:errors.titleRequired"))).toBeVisible();
      await expect(page.getByRole("textbox", { name: t("book:fields.author") })).toHaveValue("Derek Walcott");

      const [genre] = await site.db.select().from(genres);
      await page.getByRole("textbox", { name: t("book:fields.title") }).fill(title);
      await page
        .getByRole("combobox", { name: t("book:fields.genreId") })
        .selectOption({ label: genre?.name as string });
      await page.getByRole("button", { name: t("common:create"), exact: true }).click();
      await expect(page.getByText(t("book:success.created"), { exact: true })).toBeVisible();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();

      await page.getByRole("link", { name: t("common:edit") }).click();
      await page.getByRole("textbox", { name: t("book:fields.publisher") }).fill("Faber and Faber");
      await page.getByRole("button", { name: t("common:save") }).click();
      await expect(page.getByText("Faber and Faber")).toBeVisible();

      await page.getByRole("link", { name: t("book:allBooks") }).click();
      const search = page.getByRole("searchbox", { name: t("common:search") });
      await search.fill(title.toUpperCase());
      if (name === "without script") await search.press("Enter");
      await expect(
        page
          .getByRole("paragraph")
          .filter({ hasText: t("common:list.results", { count: 1, term: title.toUpperCase() }) }),
      ).toBeVisible();
      await page.getByRole("row").getByRole("link", { name: title }).click();

      // On a phone, the list has a button with the same name.
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await openMore(page, t);
      await page.getByRole("link", { name: t("common:delete") }).click();
      const dialog = page.getByRole("dialog", { name: t("manager:deleteQuestion.title", { name: title }) });
      await expect(dialog).toBeVisible();
      await dialog.getByRole("link", { name: t("common:cancel") }).click();
      await expect(dialog).toBeHidden();
      await openMore(page, t);
      await page.getByRole("link", { name: t("common:delete") }).click();
      await dialog.getByRole("button", { name: t("common:delete") }).click();
      await expect(page.getByText(t("book:success.deleted"), { exact: true })).toBeVisible();
    });

    test("a form whose book was deleted in the meantime, with a new genre, says so and restores the book", async ({
      page,
      signIn,
      open,
      t,
      site,
    }, { workerIndex }) => {
      const { id, title, titleKey } = {
        id: crypto.randomUUID(),
        title: `Lost ${name}`,
        titleKey: `lost ${name}`,
      };
      const genre = { id: `g${workerIndex} ${name}`, name: `Added ${name}`, nameKey: `added ${name}` };
      await site.db.insert(books).values({ id, title, titleKey, authorKey: "" });
      await signIn({ role: "admin" });
      await open(`/manager/books/${id}/update`);
      const field = page.getByRole("textbox", { name: t("book:fields.title") });
      await field.fill(`${title} and found`);
      await site.db.insert(genres).values(genre);
      await site.db.update(books).set({ genreId: genre.id }).where(eq(books.id, id));
      await page.getByRole("button", { name: t("common:save") }).click();
      const comparison = page.getByRole("region", { name: t("common:changedMeanwhile.title") });
      if (name !== "without script") await expect(comparison).toBeFocused();
      await expect(comparison).toContainText(genre.name);

      await (await Visitor.signedIn(site, { role: "admin" })).post(`/manager/books/${id}`, {});
      await page.getByRole("button", { name: t("common:save") }).click();
      await expect(page.getByText(t("manager:deletedMeanwhile"))).toBeVisible();
      await expect(field).toHaveValue(`${title} and found`);
      await page.getByRole("button", { name: t("manager:restoreAndSave") }).click();
      await expect(page.getByRole("heading", { level: 1, name: `${title} and found` })).toBeVisible();
      // Other tests select the first genre, and expect it to have books.
      await site.db.delete(books).where(eq(books.id, id));
      await site.db.delete(genres).where(eq(genres.id, genre.id));
    });

    test("a manager adds a genre, deletes it and undoes the deletion", async ({ page, signIn, open, t }, {
      workerIndex,
    }) => {
      const genre = `Epics ${name} ${workerIndex}`;
      await signIn({ role: "admin" });
      await open("/manager/genres/new");
      const field = page.getByRole("textbox", { name: t("genre:fields.name") });
      await expect(field).toBeFocused();
      await field.fill(`${genre} (I)`);
      await page.getByRole("button", { name: t("manager:createAnother") }).click();
      await expect(page.getByText(t("genre:success.created"), { exact: true })).toBeVisible();
      await expect(field).toHaveValue("");
      await expect(field).toBeFocused();
      await field.fill(genre);
      await page.getByRole("button", { name: t("common:create"), exact: true }).click();
      // The message about the first genre may still be shown.
      await expect(page.getByText(t("genre:success.created"), { exact: true }).last()).toBeVisible();
      const row = page.getByRole("rowheader").getByRole("link", { name: genre, exact: true });
      await row.click();
      await expect(page.getByRole("heading", { level: 1, name: t("genre:manager.update") })).toBeVisible();
      await openMore(page, t);
      await page.getByRole("link", { name: t("common:delete") }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t("common:delete") })
        .click();
      await expect(page.getByText(t("genre:success.deleted"), { exact: true })).toBeVisible();
      await expect(row).toBeHidden();
      await page.getByRole("button", { name: t("common:undo") }).click();
      await expect(
        page.getByText(t("manager:success.restored", { name: genre }), { exact: true }),
      ).toBeVisible();
      await expect(row).toBeVisible();
    });
  });
}
