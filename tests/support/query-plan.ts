import type { D1Database } from "@cloudflare/workers-types";
import type { SentStatement } from "./gated-storage.ts";

/** Statements that may read a whole table, each with the reason. */
const WHOLE_TABLES: Record<string, RegExp> = {
  "a row for each table that is counted": /^select .* from "totals"( left join "month_totals" .*)?$/,
  "the same, every quarter of an hour": /^insert into "month_totals" .* from "totals" /,
  "a row for each table that has keys": /^select .* from "key_versions"$/,
  "once a day, and all but the last day's rows go": /^delete from "budgets" /,
  "once a day, and a change of address is rare": /^delete from "email_changes" /,
  "once a day, and a reset is rare": /^delete from "factor_resets" /,
};

/**
 * The lines of a statement's plan in which SQLite would read a whole table. A list that is read in the order
 * of an index, or of the rows themselves, is left out, because it stops at its LIMIT.
 */
export async function wholeTablesRead(d1: D1Database, { query, params }: SentStatement): Promise<string[]> {
  const plan = await d1
    .prepare(`explain query plan ${query}`)
    .bind(...params)
    .all<{ detail: string }>();
  if (Object.values(WHOLE_TABLES).some((known) => known.test(query))) return [];
  const lines = plan.results.map(({ detail }) => detail);
  const stops = /\blimit\b/i.test(query) && !lines.some((line) => line.startsWith("USE TEMP B-TREE FOR"));
  return lines.filter((line) => {
    const [, name = ""] = /^SCAN (\w+)/.exec(line) ?? [];
    // A row of constants, a word index with a term, and a subquery are not tables.
    const isTable = name && name !== "CONSTANT" && !line.includes("VIRTUAL TABLE INDEX");
    return isTable && !query.includes(`) "${name}"`) && !stops;
  });
}
