import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamps } from "#app/core/db/columns.ts";
import { sharedTable } from "#app/core/db/shared-table.ts";

/** The genres of books. */
export const genres = sharedTable(
  sqliteTable("genres", {
    id: id(),
    name: text("name").notNull(),
    /** The name, folded by comparisonKey(). */
    nameKey: text("name_key").notNull().unique("genres_name_key_unique"),
    /** How many books have this genre. Triggers keep it, because counting would read all of them. */
    bookCount: integer("book_count").notNull().default(0),
    ...timestamps,
  }),
);
