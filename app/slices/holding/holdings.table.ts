import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamps } from "#app/core/db/columns.ts";
import { users } from "#app/identity/tables/users.ts";
import { organisations } from "#app/slices/organisation/organisations.table.ts";
import { ownedByOrganisation } from "#app/slices/organisation/owned-by-organisation.ts";

/** What organisations keep together: one row for each book on the shelf of one. */
export const holdings = ownedByOrganisation(
  sqliteTable(
    "holdings",
    {
      id: id(),
      organisationId: text("organisation_id")
        .notNull()
        .references(() => organisations.id),
      /** Who put it there. Null: they have deleted their account. */
      userId: text("user_id").references(() => users.id),
      /** No reference: a book that is taken out of the catalogue stays on shelves as text. */
      bookId: text("book_id").notNull(),
      /** As the book was called when it was put there. */
      title: text("title").notNull(),
      author: text("author"),
      note: text("note"),
      /** Title and author as comparisonKey() folds them; a book without an author has the author key "". */
      titleKey: text("title_key").notNull(),
      authorKey: text("author_key").notNull().default(""),
      ...timestamps,
    },
    (table) => [
      uniqueIndex("holdings_book_unique").on(table.organisationId, table.bookId),
      // The orders of the shelf.
      index("holdings_title").on(table.organisationId, table.titleKey, table.id),
      index("holdings_updated_at").on(table.organisationId, table.updatedAt, table.id),
      // Those that forget who put them there.
      index("holdings_user").on(table.userId),
    ],
  ),
);
