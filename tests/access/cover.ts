import type { AccessRules } from "#tests/support/access.ts";
import books from "./books.ts";

/** Who may change the cover of a book. */
const rules: AccessRules = {
  makeTarget: books.makeTarget,
  routes: {
    "/manager/books/:id/cover": {
      who: "book:update",
      shows: true,
      intentsIn: ["app/slices/upload/upload-page.server.ts"],
      // There is no cover to remove, so nothing happens and nothing is logged.
      forms: [{ intent: "remove-file", audited: false }],
    },
    "/manager/books/:id/cover/file": {
      who: "book:update",
      answer: 400,
      forms: [{ answer: 400, audited: false }],
    },
  },
};

export default rules;
