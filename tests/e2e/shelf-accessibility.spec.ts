import { check, inEveryAppearance } from "./appearances.ts";
import { test } from "./fixtures.ts";

inEveryAppearance((language) => {
  test("a reader's shelf is accessible", async ({ page, site, signIn }) => {
    const { id } = await signIn();
    await check(page, "/app/shelf", language);
    const reading = crypto.randomUUID();
    await site.d1
      .prepare(
        `insert into readings (id, user_id, book_id, title, author, title_key, state, rating, note, created_at, updated_at)
         select ?, ?, id, title, author, title_key, 'reading', 4, 'Again', 1, 1 from books limit 1`,
      )
      .bind(reading, id)
      .run();
    for (const path of [
      "/app",
      "/app/books",
      "/app/shelf",
      "/app/shelf?state=read",
      "/app/shelf?searchTerm=zzzz",
      "/app/shelf/import",
      `/app/shelf/${reading}`,
    ])
      await check(page, path, language);
  });
});
