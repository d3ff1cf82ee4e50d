import { books } from "#app/schema.ts";
import type { AccessRules } from "#tests/support/access.ts";
import { addUser } from "#tests/support/people.ts";

/** Who may do what with what is on somebody's shelf: its owner. */
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
    return { id, bookId, entity: "reading", secret };
  },

  routes: {
    "/app/shelf": {
      who: "reading:own",
      forms: [{ fields: ({ bookId = "" }) => ({ bookId, state: "read" }) }],
    },
    "/app/shelf/:id": {
      who: "reading:own",
      owned: true,
      shows: true,
      intentsIn: ["app/slices/shelf/reading.schema.ts"],
      forms: [{ intent: "save", fields: () => ({ state: "read", rating: "5" }) }, { intent: "remove" }],
    },
    "/app/deleted/:entity/:id": {
      who: "apps:app",
      owned: true,
      answer: 302,
      forms: [
        {
          needs: "reading:own",
          readsBody: false,
          prepare: ({ d1 }, { id }) =>
            d1.batch([
              d1
                .prepare(
                  `insert into deleted_rows (id, entity, user_id, row, deleted_at)
                   select id, 'reading', user_id, json_object('id', id, 'userId', user_id, 'bookId', book_id, 'title', title,
                   'titleKey', title_key, 'state', state, 'createdAt', created_at, 'updatedAt', updated_at), 1
                   from readings where id = ?`,
                )
                .bind(id),
              d1.prepare("delete from readings where id = ?").bind(id),
            ]),
        },
      ],
    },
  },
};

export default rules;
