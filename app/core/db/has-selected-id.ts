import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/**
 * SQL: whether a row has one of these ids. The ids are one bound value, because D1 takes at most a hundred
 * values.
 */
export const hasSelectedId = (id: SQLiteColumn, ids: string[]): SQL =>
  sql`${id} in (select value from json_each(${JSON.stringify(ids)}))`;
