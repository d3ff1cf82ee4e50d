import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/core/db/columns.ts";
import type { Entity } from "#app/entities.ts";
import type { OwnedEntity } from "#app/owned-entities.ts";
import { users } from "./users.ts";

/** Deleted rows with their values. They can be restored for 30 days (docs/decisions/0041). */
export const deletedRows = sqliteTable(
  "deleted_rows",
  {
    /** The id of the row. */
    id: text("id").primaryKey(),
    entity: text("entity").$type<Entity | OwnedEntity>().notNull(),
    /** The row's owner, if it belonged to a user. Only they can restore it. */
    userId: text("user_id").references(() => users.id),
    /**
     * The row's tenant, such as an organisation, if the row belonged to one. No foreign key, because tenants
     * are tables of slices.
     */
    tenantId: text("tenant_id"),
    /** Its name. */
    label: text("label"),
    /** The values of the row, by column name in the schema. */
    row: text("row", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    deletedAt: timestamp("deleted_at").notNull(),
  },
  (table) => [
    index("deleted_rows_deleted_at").on(table.deletedAt),
    index("deleted_rows_user_id").on(table.userId).where(sql`user_id is not null`),
    index("deleted_rows_tenant_id").on(table.tenantId).where(sql`tenant_id is not null`),
  ],
);
