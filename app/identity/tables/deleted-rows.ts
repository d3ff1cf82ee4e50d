import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/core/db/columns.ts";
import type { Entity, OwnedEntity } from "#app/entities.ts";
import { users } from "./users.ts";

/** Rows that were deleted, each as it was. They can be restored for 30 days (docs/decisions/0041). */
export const deletedRows = sqliteTable(
  "deleted_rows",
  {
    /** The id of the row. */
    id: text("id").primaryKey(),
    entity: text("entity").$type<Entity | OwnedEntity>().notNull(),
    /** Whose it is, if it belongs to somebody: only they can restore it. */
    userId: text("user_id").references(() => users.id),
    /** The same if it belongs to several people, such as an organisation. Slices have those, so it refers to no table. */
    tenantId: text("tenant_id"),
    /** Its name. */
    label: text("label"),
    /** Its values by column, as the schema names the columns. */
    row: text("row", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    deletedAt: timestamp("deleted_at").notNull(),
  },
  (table) => [
    index("deleted_rows_deleted_at").on(table.deletedAt),
    index("deleted_rows_user_id").on(table.userId).where(sql`user_id is not null`),
    index("deleted_rows_tenant_id").on(table.tenantId).where(sql`tenant_id is not null`),
  ],
);
