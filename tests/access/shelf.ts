import { books } from "#app/schema.ts";
import type { AccessRules } from "#tests/support/access.ts";
import { addUser } from "#tests/support/people.ts";

/** Who may do what with the books on a shelf: its owner. */
const rules: AccessRules = {
  async makeTarget(worker, number, ownerId) {
    const secret = `unmistakable-reading-${number}`;
    const [id, bookId, otherBookId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const owner = ownerId ?? (await addUser(worker)).id;
    const book = { title: `Shelved ${bookId}`, titleKey: `zz ${bookId}`, authorKey: "" };
    await worker.db.insert(books).values({ ...book, id: bookId });
    await worker.d1
      .prepare(
        `insert into readings (id, user_id, book_id, title, title_key, state, note, created_at, updated_at)
         values (?, ?, ?, ?, ?, 'reading', ?, ?, ?)`,
      )
      .bind(id, owner, otherBookId, secret, secret, secret, Date.now(), Date.now())
      .run();
    return { id, bookId, secret };
  },

  routes: {
    "/app/shelf": {
      who: "reading:own",
      forms: [{ fields: ({ bookId = "" }) => ({ bookId, state: "read" }) }],
    },
    "/app/shelf/books": { who: "reading:own" },
    "/app/shelf/export": { who: "reading:own" },
    // This form sends no file.
    "/app/shelf/import": { who: "reading:own", forms: [{ answer: 400, audited: false }] },
    // Only the person who began an import finds its stored rows.
    "/app/shelf/import/:id": {
      who: "reading:own",
      answer: 302,
      intentsIn: ["app/slices/shelf/routes/shelf-import-preview.tsx"],
      forms: [{ intent: "add", audited: false }],
    },
    "/app/shelf/import/:id/left-out": { who: "reading:own", answer: 302 },
    "/app/shelf/:id": {
      who: "reading:own",
      owned: true,
      shows: true,
      intentsIn: ["app/slices/shelf/reading.schema.ts"],
      forms: [{ intent: "save", fields: () => ({ state: "read", rating: "5" }) }, { intent: "remove" }],
    },
  },
};

export default rules;
