import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamps } from "#app/core/db/columns.ts";
import { owned } from "#app/core/db/owned.ts";
import { users } from "#app/identity/tables/users.ts";
import { READING_STATES } from "./reading-states.ts";

/** What readers keep of books: one row for each book on somebody's shelf. */
export const readings = owned(
  sqliteTable(
    "readings",
    {
      id: id(),
      userId: text("user_id")
        .notNull()
        .references(() => users.id),
      /**
       * No reference: a book that is taken out of the catalogue stays on shelves as text, and one that comes back is linked again. Of
       * a book that the catalogue lacked, what stands for an id (unlistedId).
       */
      bookId: text("book_id").notNull(),
      /** As the book was called when it was put there. */
      title: text("title").notNull(),
      author: text("author"),
      /** Title and author as comparisonKey() folds them; a book without an author has the author key "". */
      titleKey: text("title_key").notNull(),
      authorKey: text("author_key").notNull().default(""),
      state: text("state", { enum: READING_STATES }).notNull(),
      /** From 1 to 5. */
      rating: integer("rating"),
      /** The day (ISO 8601) on which they had read it. */
      finishedOn: text("finished_on"),
      note: text("note"),
      ...timestamps,
    },
    (table) => [
      uniqueIndex("readings_user_book_unique").on(table.userId, table.bookId),
      // Serves both the look-up by what a file says of a book and the order of the export.
      index("readings_user_title_author").on(table.userId, table.titleKey, table.authorKey, table.id),
      // The orders of a shelf.
      index("readings_user_state_updated_at").on(table.userId, table.state, table.updatedAt, table.id),
      index("readings_user_state_title").on(table.userId, table.state, table.titleKey, table.id),
    ],
  ),
  "userId",
);
