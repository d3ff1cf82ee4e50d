import { eq } from "drizzle-orm";
import { type TotalName, totals } from "#app/core/db/tables/totals.ts";
import type { Database } from "./client.server.ts";

/** How many rows a table has, as a query of one row. Triggers keep the number, because count(*) reads every row. */
export const totalOf = (db: Database, name: TotalName) =>
  db.select({ value: totals.value }).from(totals).where(eq(totals.name, name));
