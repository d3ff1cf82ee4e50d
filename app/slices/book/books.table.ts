import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamps } from "#app/core/db/columns.ts";
import { sharedTable } from "#app/core/db/shared-table.ts";
import { genres } from "#app/slices/genre/genres.table.ts";

/** The books of the catalogue. */
export const books = sharedTable(
  sqliteTable(
    "books",
    {
      id: id(),
      title: text("title").notNull(),
      author: text("author"),
      publisher: text("publisher"),
      genreId: text("genre_id").references(() => genres.id),
      /** The id of the uploaded cover, in the slice that stores covers. Null: the cover is drawn. */
      coverId: text("cover_id"),
      /** Title and author, folded by comparisonKey(). A book without an author has the author key "". */
      titleKey: text("title_key").notNull(),
      authorKey: text("author_key").notNull(),
      /** The publisher, folded by comparisonKey(); "" if there is none. */
      publisherKey: text("publisher_key").notNull().default(""),
      ...timestamps,
    },
    (table) => [
      // This index serves both the duplicate rule and the order of most lists.
      uniqueIndex("books_title_author_unique").on(table.titleKey, table.authorKey),
      // Indexes for the other orders of the manager's list.
      index("books_author_title").on(table.authorKey, table.titleKey),
      index("books_publisher_title").on(table.publisherKey, table.titleKey, table.authorKey),
      index("books_updated_at").on(table.updatedAt, table.id),
      // The index for the latest books.
      index("books_created_at").on(table.createdAt),
      // Indexes for the same orders within a genre.
      index("books_genre_title").on(table.genreId, table.titleKey, table.authorKey),
      index("books_genre_author").on(table.genreId, table.authorKey, table.titleKey),
      index("books_genre_publisher").on(table.genreId, table.publisherKey, table.titleKey, table.authorKey),
      index("books_genre_updated_at").on(table.genreId, table.updatedAt, table.id),
    ],
  ),
);
