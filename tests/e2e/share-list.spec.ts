import { linkProof } from "#app/core/http/link-proof.server.ts";
import { expect, test } from "./fixtures.ts";

test("a shared shelf loads another page, and the focus moves to its first book", async ({
  page,
  site,
  signIn,
  open,
  t,
}) => {
  const { id: userId } = await signIn();
  const id = crypto.randomUUID();
  await site.d1.batch([
    site.d1
      .prepare(
        "insert into shares (id, user_id, email, created_at, updated_at) values (?1, ?2, 'friend@example.com', 1, 1)",
      )
      .bind(id, userId),
    site.d1
      .prepare(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < 30)
         insert into readings (id, user_id, book_id, title, title_key, state, created_at, updated_at)
         select ?1 || i, ?1, 'shared-' || i, 'Volume ' || i, 'volume ' || i, 'reading', i, i from n`,
      )
      .bind(userId),
  ]);
  await page.context().clearCookies();
  await open(`/shared/${id}?proof=${await linkProof(site.settings, "share", id)}`);
  const books = page.getByRole("main").getByRole("listitem").filter({ hasText: "Volume" });
  await expect(books).toHaveCount(20);
  await page.getByRole("link", { name: t("loadMore") }).click();
  await expect(books).toHaveCount(30);
  await expect(books.nth(20)).toBeFocused();
});
