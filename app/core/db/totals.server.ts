import { eq } from "drizzle-orm";
import { type TotalName, totals } from "#app/core/db/tables/totals.ts";
import type { Database } from "./client.server.ts";

/** The number of rows in a table, as a query of one row. Triggers maintain it, because count(*) reads every row. */
export const totalOf = (db: Database, name: TotalName) =>
  db.select({ value: totals.value }).from(totals).where(eq(totals.name, name));
