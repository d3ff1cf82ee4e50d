import { books } from "#app/schema.ts";
import type { AccessRules } from "#tests/support/access.ts";
import { addUser } from "#tests/support/people.ts";

/** Who may share a row: its owner. The link to it needs no account (tests/integration/share.test.ts). */
const rules: AccessRules = {
  async makeTarget(worker, number, ownerId) {
    const secret = `unmistakable-share-${number}`;
    const [id, bookId] = [crypto.randomUUID(), crypto.randomUUID()];
    const owner = ownerId ?? (await addUser(worker)).id;
    const book = { title: `Shared ${bookId}`, titleKey: `zz ${bookId}`, authorKey: "" };
    await worker.db.insert(books).values({ ...book, id: bookId });
    await worker.d1
      .prepare(
        "insert into shares (id, user_id, book_id, title, email, created_at, updated_at) values (?, ?, ?, ?, ?, 1, 1)",
      )
      .bind(id, owner, bookId, secret, `${secret}@example.com`)
      .run();
    return { id, bookId, secret };
  },

  routes: {
    // The link is another user's, so the form does not stop sharing it.
    "/app/shares": { who: "share:own", forms: [{ fields: ({ id = "" }) => ({ id }) }] },
    "/app/shares/new": {
      who: "share:own",
      query: ({ bookId = "" }) => ({ book: bookId }),
      forms: [{ fields: ({ bookId = "" }) => ({ bookId, email: "friend@example.com", language: "en" }) }],
    },
    // The page needs the proof in its link, which the actor does not have.
    "/shared/:id": { who: "everyone", answer: 404 },
  },
};

export default rules;
