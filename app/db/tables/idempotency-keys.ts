import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/db/columns.ts";

/** An answer of the API to a request with an Idempotency-Key, so that the same request gets it again. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    /** SHA-256 of the access token's id and the key. */
    id: text("id").primaryKey(),
    /** SHA-256 of method, path and body. */
    requestHash: text("request_hash").notNull(),
    createdAt: timestamp("created_at").notNull(),
    /** Null until the request is answered. */
    status: integer("status"),
    headers: text("headers", { mode: "json" }).$type<Record<string, string>>(),
    body: text("body"),
  },
  (table) => [index("idempotency_keys_created_at").on(table.createdAt)],
);
