import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamps } from "#app/core/db/columns.ts";
import { users } from "#app/identity/tables/users.ts";
import { ownedByOrganisation } from "#app/slices/organisation/owned-by-organisation.ts";
import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";

/** The books on the shelves of organisations, one row for each book. */
export const holdings = ownedByOrganisation(
  sqliteTable(
    "holdings",
    {
      id: id(),
      organisationId: text("organisation_id")
        .notNull()
        .references(() => organisations.id),
      /** The member who added the book; null if their account was deleted. */
      userId: text("user_id").references(() => users.id),
      /**
       * The id of the book. No foreign key, because a book that is deleted from the catalogue stays on shelves as text.
       */
      bookId: text("book_id").notNull(),
      /** The title and the author that the book had when it was added. */
      title: text("title").notNull(),
      author: text("author"),
      note: text("note"),
      /** Title and author, folded by comparisonKey(). A book without an author has the author key "". */
      titleKey: text("title_key").notNull(),
      authorKey: text("author_key").notNull().default(""),
      ...timestamps,
    },
    (table) => [
      uniqueIndex("holdings_book_unique").on(table.organisationId, table.bookId),
      // Indexes for the orders of the shelf.
      index("holdings_title").on(table.organisationId, table.titleKey, table.id),
      index("holdings_updated_at").on(table.organisationId, table.updatedAt, table.id),
      // The index for the deletion of a user's account.
      index("holdings_user").on(table.userId),
    ],
  ),
);
