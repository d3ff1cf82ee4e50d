import { eq } from "drizzle-orm";
import { type TotalName, totals } from "#app/core/db/tables/totals.ts";
import type { Database } from "./client.server.ts";

/**
 * A query for the number of rows in a table, which reads one row. Triggers maintain the number, because
 * count(*) reads every row.
 */
export const totalOf = (db: Database, name: TotalName) =>
  db.select({ value: totals.value }).from(totals).where(eq(totals.name, name));
