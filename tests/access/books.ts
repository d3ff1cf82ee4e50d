import { books, genres } from "#app/db/schema.ts";
import type { AccessRules } from "#tests/support/access.ts";

/** Who may do what with books. */
const rules: AccessRules = {
  async makeTarget({ db }, number) {
    const secret = `unmistakable-book-${number}`;
    const [id, genreId] = [crypto.randomUUID(), crypto.randomUUID()];
    await db.batch([
      // Before all others in every list.
      db.insert(books).values({ id, title: secret, titleKey: ` ${secret}`, authorKey: "" }),
      // Without books, and so on no page for readers.
      db.insert(genres).values({
        id: genreId,
        name: `unmistakable-genre-${number}`,
        nameKey: `unmistakable genre ${number}`,
      }),
    ]);
    return { id, secret };
  },

  routes: {
    "/app/books": { who: "book:list", shows: true },
    "/app/books/:id": { who: "book:read", shows: true },
    "/manager/books": { who: "book:list", shows: true },
    "/manager/books/new": {
      who: "book:create",
      forms: [{ fields: () => ({ title: `New ${crypto.randomUUID()}` }) }],
    },
    "/manager/books/:id": {
      who: "book:read",
      shows: true,
      forms: [{ needs: "book:delete", readsBody: false }],
    },
    "/manager/books/:id/update": {
      who: "book:update",
      shows: true,
      forms: [{ fields: () => ({ title: `Changed ${crypto.randomUUID()}` }) }],
    },
  },
};

export default rules;
