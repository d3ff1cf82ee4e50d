import { desc, sql } from "drizzle-orm";
import { rowidOf } from "#app/core/lists/search/search.server.ts";
import type { LatestRows } from "#app/slices/dashboard/latest.server.ts";
import { books } from "./books.table.ts";

/** The latest books, for the dashboard. */
export const bookLatest: LatestRows = {
  entity: "book",
  title: "book:latest.title",
  empty: "book:latest.empty",
  select: (db, limit) =>
    db
      .select({ id: books.id, name: books.title, detail: books.author })
      .from(books)
      .orderBy(desc(books.createdAt), sql`${rowidOf(books)} desc`)
      .limit(limit),
};
