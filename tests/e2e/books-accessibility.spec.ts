import { inArray } from "drizzle-orm";
import { books, genres } from "#app/schema.ts";
import { check, checkRefused, checkShown, inEveryAppearance } from "./appearances.ts";
import { expect, test } from "./fixtures.ts";

inEveryAppearance((language) => {
  test("a reader's books are accessible", async ({ page, site, signIn }) => {
    await signIn();
    const shown = await site.db
      .select()
      .from(books)
      .where(inArray(books.title, ["Dune", "موسم الهجرة إلى الشمال"]));
    expect(shown).toHaveLength(2);
    const paths = [
      "/app/books",
      "/app/books?searchTerm=du",
      "/app/books?searchTerm=zzz",
      ...shown.map(({ id }) => `/app/books/${id}`),
      "/app/books/nowhere",
    ];
    for (const path of paths) await check(page, path, language);
  });

  test("a manager's books and genres are accessible", async ({ page, site, signIn }) => {
    await signIn({ role: "admin" });
    const [book] = await site.db.select().from(books).limit(1);
    const [genre] = await site.db.select().from(genres).limit(1);
    for (const path of [
      "/manager/books",
      "/manager/books?searchTerm=the",
      `/manager/books?searchTerm=zzz&genre=${genre?.id}`,
      "/manager/books?searchTerm=zzz",
      `/manager/books?selected=${book?.id}&confirm=genre`,
      `/manager/books/${book?.id}`,
      `/manager/books/${book?.id}?confirm=delete`,
      `/manager/books/${book?.id}/update`,
      "/manager/genres",
      `/manager/genres/${genre?.id}/update`,
      `/manager/genres/${genre?.id}/update?confirm=delete`,
    ]) {
      await check(page, path, language);
    }
    for (const path of ["/manager/books/new", "/manager/genres/new"])
      await checkRefused(page, path, language);
  });

  test("an import is accessible", async ({ page, signIn }) => {
    await signIn({ role: "admin" });
    await checkRefused(page, "/manager/books/import", language);
    const buffer = Buffer.from(`title,genre\nDune,\nOdes,Poesy\n${"Tome,\n".repeat(2001)}`);
    await page.locator("input[type=file]").setInputFiles({ name: "x.csv", mimeType: "text/csv", buffer });
    await page.locator("main form[enctype] button").click();
    await page.waitForURL(/import\/[\da-f-]{36}/);
    await checkShown(page, "the preview of an import", language);
  });
});
