import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/client.server.ts";
import { comparisonKey } from "#app/lib/comparison-key.ts";
import { MAX_RESULTS_COUNTED } from "./max-results.ts";

/** More words than anyone types to find one thing. */
const MAX_WORDS = 16;

/** The result of a search without a term. */
export const NO_RESULTS = { page: { items: [], next: null }, total: 0 };

/** SQLite's own row id, by which a search index refers to rows. */
export const rowidOf = (table: SQLiteTable): SQL<number> => sql<number>`${table}.rowid`;

/**
 * A search in an FTS5 index (docs/decisions/0010), as two queries for one batch. Results come in the order in which
 * rows were added, which is the index's own order: a page for a common word costs no more than one for a rare word.
 *
 * @param index the FTS5 table, whose rowids are those of the table it indexes
 * @param after the rowid of the previous page's last result; null for the first page
 * @returns `finds`: a condition on the indexed table, for one row more than a page; `window`: one row with how many
 *   rows that are (`matches`), and the rowid of the last one; `count`: one row with `total`, which stops at
 *   MAX_RESULTS_COUNTED + 1. Null if the term is empty.
 */
export function searchIndex(
  db: Database,
  index: `${string}_search`,
  term: string,
  after: [rowid: number] | null,
  pageSize: number,
) {
  const query = searchQuery(term);
  if (!query) return null;
  const fts = sql.identifier(index);
  // D1 binds every number as a real one, and FTS5 starts at a row only if it is given as an integer.
  const from = sql`cast(${after?.[0] ?? 0} as integer)`;
  const rowids = sql`select rowid from ${fts} where ${fts} match ${query} and rowid > ${from}
    order by rowid limit ${pageSize + 1}`;
  const counted = sql`(select 1 from ${fts} where ${fts} match ${query} limit ${MAX_RESULTS_COUNTED + 1})`;
  return {
    finds: (table: SQLiteTable) => sql`${rowidOf(table)} in (${rowids})`,
    window: db
      .select({ matches: sql<number>`count(*)`.as("matches"), last: sql<number>`max(rowid)`.as("last") })
      .from(sql`(${rowids})`),
    count: db.select({ total: sql<number>`count(*)`.as("total") }).from(counted),
  };
}

/**
 * Turns a search term into an FTS5 query on a column of words, each preceded by two spaces
 * (migrations/0001_search.sql). Every word must match: anywhere in a word if it has three letters or more, otherwise at
 * the beginning of one. The input is always text to find, never FTS5 syntax.
 * @returns null if there is nothing to search for
 */
function searchQuery(term: string): string | null {
  const words = comparisonKey(term).replaceAll("\0", "").split(" ").filter(Boolean).slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  return words
    .map((word) => ([...word].length < 3 ? word.padStart(word.length + 3 - [...word].length) : word))
    .map((text) => `"${text.replaceAll('"', '""')}"`)
    .join(" AND ");
}
