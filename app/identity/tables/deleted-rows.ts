import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/core/db/columns.ts";
import type { Entity } from "#app/entities.ts";

/** Rows that were deleted, each as it was. They can be restored for 30 days (docs/decisions/0041). */
export const deletedRows = sqliteTable(
  "deleted_rows",
  {
    /** The id of the row. */
    id: text("id").primaryKey(),
    entity: text("entity").$type<Entity>().notNull(),
    /** Its name. */
    label: text("label"),
    /** Its values by column, as the schema names the columns. */
    row: text("row", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    deletedAt: timestamp("deleted_at").notNull(),
  },
  (table) => [index("deleted_rows_deleted_at").on(table.deletedAt)],
);
