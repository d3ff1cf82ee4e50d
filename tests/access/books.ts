import { books, genres } from "#app/schema.ts";
import type { AccessRules } from "#tests/support/access.ts";

/** Who may do what with books. */
const rules: AccessRules = {
  async makeTarget({ db }, number) {
    const secret = `unmistakable-book-${number}`;
    const [id, genreId] = [crypto.randomUUID(), crypto.randomUUID()];
    await db.batch([
      // The space puts this book first in every list.
      db.insert(books).values({ id, title: secret, titleKey: ` ${secret}`, authorKey: "" }),
      // The name of a genre is not secret: forms for books offer it, and readers filter by it.
      db.insert(genres).values({
        id: genreId,
        name: `Genre ${number} of forms`,
        nameKey: `genre ${number} of forms`,
      }),
    ]);
    return { id, genreId, secret };
  },

  routes: {
    "/app/books": { who: "book:list", shows: true },
    "/app/books/:id": { who: "book:read", shows: true },
    "/app/books/:id/links": { who: "book:read" },
    "/manager/books": {
      who: "book:list",
      shows: true,
      intentsIn: ["app/slices/book/selection/selected-books.server.ts"],
      forms: [
        { intent: "delete", fields: ({ id = "" }) => ({ selected: id }), needs: "book:delete" },
        {
          intent: "set-genre",
          fields: ({ id = "", genreId = "" }) => ({ selected: id, genreId }),
          needs: "book:update",
        },
      ],
    },
    "/manager/books/new": {
      who: "book:create",
      forms: [{ fields: () => ({ title: `New ${crypto.randomUUID()}` }) }],
    },
    "/manager/books/export": { who: "book:list" },
    // This form sends no file.
    "/manager/books/import": { who: "book:create", forms: [{ answer: 400, audited: false }] },
    // Only the person who began an import finds its stored rows.
    "/manager/books/import/:id": {
      who: "book:create",
      answer: 302,
      intentsIn: ["app/slices/book/routes/manager/book-import-preview.tsx"],
      forms: [
        { intent: "add", audited: false },
        { intent: "stop", audited: false },
      ],
    },
    "/manager/books/import/:id/left-out": { who: "book:create", answer: 302 },
    "/manager/books/:id": {
      who: "book:read",
      shows: true,
      forms: [{ needs: "book:delete", readsBody: false }],
    },
    "/manager/books/:id/update": {
      who: "book:update",
      shows: true,
      forms: [
        { fields: () => ({ title: `Changed ${crypto.randomUUID()}` }) },
        {
          fields: () => ({ title: `Changed ${crypto.randomUUID()}`, restore: "on" }),
          needs: "book:delete",
        },
      ],
    },
  },
};

export default rules;
