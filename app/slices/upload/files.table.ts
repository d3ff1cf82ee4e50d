import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/core/db/columns.ts";
import { users } from "#app/identity/tables/users.ts";

/**
 * The uploaded files. The bucket has each one under `files/<id>/` (docs/decisions/0088). The row is written before the
 * file. Whenever a row is deleted, the trigger `files_delete` adds the jobs that delete its file (migrations/).
 */
export const files = sqliteTable(
  "files",
  {
    id: id(),
    /** The name of the file's FileKind. */
    kind: text("kind").notNull(),
    /** The user with whose account the file is deleted; null if it is only deleted with its row. */
    userId: text("user_id").references(() => users.id),
    /** The id of the row that the file belongs to. A newer file of the same kind replaces this one. */
    rowId: text("row_id").notNull(),
    /** The name that the uploader gave the file. It is only shown, and never used as a path. */
    name: text("name").notNull().default(""),
    /** The media type, as detected from the first bytes. */
    type: text("type").notNull().default(""),
    /** The size of the uploaded file. */
    bytes: integer("bytes").notNull().default(0),
    createdAt: timestamp("created_at").notNull(),
    /** When the upload was complete. Before that, no page shows the file. */
    readyAt: timestamp("ready_at"),
  },
  (table) => [
    index("files_user_id").on(table.userId, table.createdAt),
    uniqueIndex("files_row_id").on(table.rowId, table.kind).where(sql`ready_at is not null`),
    index("files_unready").on(table.createdAt).where(sql`ready_at is null`),
  ],
);
