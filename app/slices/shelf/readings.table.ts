import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamps } from "#app/core/db/columns.ts";
import { owned } from "#app/core/db/owned.ts";
import { users } from "#app/identity/tables/users.ts";
import { READING_STATES } from "./reading-states.ts";

/** Readers' records of books: one row for each book on a user's shelf. */
export const readings = owned(
  sqliteTable(
    "readings",
    {
      id: id(),
      userId: text("user_id")
        .notNull()
        .references(() => users.id),
      /**
       * The id of the book, or unlistedId() if it was not in the catalogue. No foreign key, because a book that is
       * deleted from the catalogue stays on shelves as text, and is linked again if it is restored.
       */
      bookId: text("book_id").notNull(),
      /** The title and the author that the book had when it was added. */
      title: text("title").notNull(),
      author: text("author"),
      /** Title and author, folded by comparisonKey(). A book without an author has the author key "". */
      titleKey: text("title_key").notNull(),
      authorKey: text("author_key").notNull().default(""),
      state: text("state", { enum: READING_STATES }).notNull(),
      /** From 1 to 5. */
      rating: integer("rating"),
      /** The day on which the reader finished the book (ISO 8601). */
      finishedOn: text("finished_on"),
      note: text("note"),
      ...timestamps,
    },
    (table) => [
      uniqueIndex("readings_user_book_unique").on(table.userId, table.bookId),
      // This index serves both the lookup of an imported book and the order of the export.
      index("readings_user_title_author").on(table.userId, table.titleKey, table.authorKey, table.id),
      // Indexes for the orders of a shelf.
      index("readings_user_state_updated_at").on(table.userId, table.state, table.updatedAt, table.id),
      index("readings_user_state_title").on(table.userId, table.state, table.titleKey, table.id),
    ],
  ),
  "userId",
);
