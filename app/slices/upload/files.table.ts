import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/core/db/columns.ts";
import { users } from "#app/identity/tables/users.ts";

/**
 * The files in the bucket, which has those of a row under `files/<id>/` (docs/decisions/0088). The row is there before them. When
 * it is deleted, in whatever way, the trigger `files_delete` adds the jobs that delete them (migrations/).
 */
export const files = sqliteTable(
  "files",
  {
    id: id(),
    /** What it is for: the name of a FileKind. */
    kind: text("kind").notNull(),
    /** The person with whom it goes; null if it goes with its row alone. */
    userId: text("user_id").references(() => users.id),
    /** The id of the row whose one file of its kind it is: a newer one takes its place. */
    rowId: text("row_id").notNull(),
    /** What its sender called it. It is only ever shown. */
    name: text("name").notNull().default(""),
    /** The media type that its first bytes say. */
    type: text("type").notNull().default(""),
    /** Of the file as it was sent. */
    bytes: integer("bytes").notNull().default(0),
    createdAt: timestamp("created_at").notNull(),
    /** When all of it was in the bucket. Until then nothing shows it. */
    readyAt: timestamp("ready_at"),
  },
  (table) => [
    index("files_user_id").on(table.userId, table.createdAt),
    uniqueIndex("files_row_id").on(table.rowId, table.kind).where(sql`ready_at is not null`),
    index("files_unready").on(table.createdAt).where(sql`ready_at is null`),
  ],
);
