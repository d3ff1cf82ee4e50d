import type { D1Database } from "@cloudflare/workers-types";
import { getTableColumns } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { DAY, HOUR } from "#app/core/lib/durations.ts";
import { tablesInOrder } from "#scripts/lib/table-order.ts";

/** The number of rows in each table. */
const CROWD = 100_000;

/** A word that all texts in these rows contain. */
export const COMMON = "common";

/** The SQL of values for which `valueFor()` has no rule, by column. `n` is the number of the row. */
const GIVEN: Record<string, string> = {
  "users.role": "'user'",
  "audit_log.action": "'auth.signIn'",
  "deleted_rows.entity": "'user'",
  // The last of these days is today.
  "daily_counts.day": "date('now', -n || ' days')",
};

/** The values that all rows have, as filters name them. Every ban has ended. */
export const GIVEN_VALUES = [
  ...Object.values(GIVEN).map((value) => value.replaceAll("'", "")),
  "not-banned",
  "false",
];

/** Columns with ids of people that are not foreign keys. */
const OF_A_PERSON = /^(as_)?(user|actor|subject)_id$/;

/**
 * Fills each table of the schema, including those that a product adds, with rows that are as hard as possible
 * to search. All rows belong to one person, and their texts are almost the same. All rows except the oldest
 * have ended.
 * @param personId the person
 */
export async function crowd(d1: D1Database, personId: string): Promise<void> {
  for (const table of tablesInOrder()) {
    const { name } = getTableConfig(table);
    const columns = Object.values(getTableColumns(table)).filter((column) => !column.generated);
    if (name === "totals") continue;
    // Such a table has one row for each person, so it would refuse a second row for the same person.
    const isOneEach = columns.some((column) => column.primary && parentOf(table, column));
    const values = columns.map((column) => valueFor(table, column, personId));
    await d1
      .prepare(
        `insert or ignore into ${name} (${columns.map((column) => `"${column.name}"`)})
         with recursive rows(n) as (select 1 union all select n + 1 from rows where n < ${isOneEach ? 1 : CROWD})
         select ${values} from rows`,
      )
      .run();
  }
}

/** The name of the table to which a column refers. */
function parentOf(table: SQLiteTable, column: SQLiteColumn): string | null {
  const key = getTableConfig(table).foreignKeys.find((key) => key.reference().columns[0] === column);
  return key ? getTableConfig(key.reference().foreignTable).name : null;
}

function valueFor(table: SQLiteTable, column: SQLiteColumn, personId: string): string {
  const { name, dataType, primary, notNull, enumValues } = column;
  const given = GIVEN[`${getTableConfig(table).name}.${name}`];
  if (given) return given;
  const parent = parentOf(table, column);
  if (parent === "users" || OF_A_PERSON.test(name)) return `'${personId}'`;
  if (parent) return `(select id from ${parent} limit 1)`;
  if (dataType === "json") return "'[]'";
  if (dataType === "boolean") return "0";
  if (dataType === "string") {
    if (enumValues?.[0]) return `'${enumValues[0]}'`;
    const address = name.endsWith("email") ? " || '@example.com'" : "";
    return `printf('${COMMON}%s%06d', '${address ? "-" : " "}', n)${address}`;
  }
  if (primary) return "n";
  const at = `(${Date.now() - DAY} - n)`;
  if (/^(expires|due|next)_|_ends_at$/.test(name)) return `iif(n = ${CROWD}, ${Date.now() + HOUR}, ${at})`;
  return notNull ? at : `iif(n = ${CROWD}, null, ${at})`;
}
