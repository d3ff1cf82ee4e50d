import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** The condition for rows with one of these ids. The ids are one bound value, because D1 takes at most a hundred. */
export const hasSelectedId = (id: SQLiteColumn, ids: string[]): SQL =>
  sql`${id} in (select value from json_each(${JSON.stringify(ids)}))`;
