import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** The condition for rows with one of some ids. They are one value to bind: D1 takes a hundred at most. */
export const isChosen = (id: SQLiteColumn, ids: string[]): SQL =>
  sql`${id} in (select value from json_each(${JSON.stringify(ids)}))`;
