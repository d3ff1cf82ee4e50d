import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/core/db/columns.ts";
import { users } from "#app/identity/tables/users.ts";

/** The stored response to a request with an Idempotency-Key. A repeated request gets it again. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    /** SHA-256 of the access token's id and the key. */
    id: text("id").primaryKey(),
    /**
     * The user who sent the request. The row is deleted with their account. Null for an organisation's key, and in rows
     * older than this column.
     */
    userId: text("user_id").references(() => users.id),
    /** SHA-256 of method, path and body. */
    requestHash: text("request_hash").notNull(),
    createdAt: timestamp("created_at").notNull(),
    /** Null until the request is answered. */
    status: integer("status"),
    headers: text("headers", { mode: "json" }).$type<Record<string, string>>(),
    body: text("body"),
  },
  (table) => [
    index("idempotency_keys_created_at").on(table.createdAt),
    index("idempotency_keys_user_id").on(table.userId),
  ],
);
