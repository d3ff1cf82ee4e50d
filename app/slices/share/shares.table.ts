import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamps } from "#app/core/db/columns.ts";
import { owned } from "#app/core/db/owned.ts";
import { users } from "#app/identity/tables/users.ts";

/** What users share with others: one row for each link, which works as long as the row exists. */
export const shares = owned(
  sqliteTable(
    "shares",
    {
      id: id(),
      userId: text("user_id")
        .notNull()
        .references(() => users.id),
      /** The id of the book; null for the shelf. No foreign key, because a book can be deleted from the catalogue. */
      bookId: text("book_id"),
      /** The book's title when it was shared. */
      title: text("title"),
      /** The address that the link was sent to. */
      email: text("email").notNull(),
      ...timestamps,
    },
    (table) => [
      index("shares_user_created_at").on(table.userId, table.createdAt, table.id),
      // The index for the deletion of old links.
      index("shares_created_at").on(table.createdAt),
    ],
  ),
  "userId",
);
