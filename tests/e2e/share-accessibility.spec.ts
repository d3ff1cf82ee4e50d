import { linkProof } from "#app/core/http/link-proof.server.ts";
import { check, inEveryAppearance } from "./appearances.ts";
import { test } from "./fixtures.ts";

inEveryAppearance((language) => {
  test("shared pages and the choice of emails are accessible", async ({ page, site, signIn }) => {
    const { id: userId } = await signIn();
    await check(page, "/app/shares", language);
    const [book, shelf] = [crypto.randomUUID(), crypto.randomUUID()];
    const rows = "insert into shares (id, user_id, book_id, title, email, created_at, updated_at)";
    await site.d1
      .prepare(`${rows} select ?1, ?2, id, title, 'friend@example.com', 1, 1 from books limit 1`)
      .bind(book, userId)
      .run();
    await site.d1
      .prepare(`${rows} values (?1, ?2, null, null, 'friend@example.com', 1, 1)`)
      .bind(shelf, userId)
      .run();
    const proofs = await Promise.all([book, shelf].map((id) => linkProof(site.settings, "share", id)));
    const shared = [book, shelf].map((id, n) => `/shared/${id}?proof=${proofs[n]}`);
    for (const path of ["/app/shares", "/app/shares/new", ...shared, "/account/emails", "/unsubscribe"])
      await check(page, path, language);
  });
});
