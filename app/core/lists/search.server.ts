import { is, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/core/db/client.server.ts";
import { formatCursor } from "./cursor.ts";
import { MAX_RESULTS_COUNTED } from "./max-results.ts";
import { type Page, pageOf } from "./page.ts";
import { wordsOf } from "./words.ts";

/**
 * How many of the rows that others refer to are found for a word. The names of these few count as words of the rows that refer to
 * them.
 */
const MAX_REFERRED = 20;

/** How many search results a page examines when a filter is set. */
const MATCHES_EXAMINED = 300;

/** A page of search results. */
interface SearchPage<Item> {
  page: Page<Item>;
  /** The number of results, up to MAX_RESULTS_COUNTED + 1. Null if the results are filtered, or not counted. */
  total: number | null;
}

/** Where a search finds rows: a table, or the rows of one owner (core/db/owned, searchedRowsOf). */
type Searched = SQLiteTable | { rowid: SQL.Aliased<number> };

/** SQLite's own row id, by which a search index refers to rows. */
export const rowidOf = (rows: Searched): SQL<number> =>
  is(rows, SQLiteTable) ? sql<number>`${rows}.rowid` : sql<number>`${rows.rowid}`;

/**
 * One page of a search in an FTS5 index (docs/decisions/0010), in the order in which rows were added, which is the index's own
 * order: a page for a common word costs no more than one for a rare word. The index has only words. So with a filter, a page
 * examines a limited number of results, and may be short or even empty before the last one.
 *
 * @param index the FTS5 table, whose rowids are those of the table it indexes
 * @param ownerId whose rows to find, as an id or a query for it, if `index` has one column with the owner and one with the words
 * @param referred the FTS5 table of the rows that the rows of `index` refer to, whose words count as theirs (docs/decisions/0043)
 * @param after the last rowid that the previous page examined; null for the first page
 * @param filtered whether `read` has a further condition. A "+" before its columns keeps SQLite from using another index
 * @param counted whether to count the results, which reads up to MAX_RESULTS_COUNTED + 1 of them
 * @param read reads the rows that a condition finds, in the order of their rowids: `limit` at most, each with its `rowid`. A join
 *   with `matches`, a table with their rowids as `match`, reads two rows for each result, where the condition reads three
 */
export async function searchPage<Row extends { rowid: number }>(
  db: Database,
  {
    index,
    ownerId,
    referred,
    term,
    after,
    pageSize,
    filtered = false,
    counted = !filtered,
  }: {
    index: `${string}_search`;
    ownerId?: string | SQL;
    referred?: `${string}_search`;
    term: string;
    after: [rowid: number] | null;
    pageSize: number;
    filtered?: boolean;
    counted?: boolean;
  },
  read: (found: (rows: Searched) => SQL, limit: number, matches: SQL) => PromiseLike<Row[]>,
): Promise<SearchPage<Omit<Row, "rowid">>> {
  const phrases = phrasesOf(term);
  if (phrases.length === 0) return { page: { items: [], next: null }, total: 0 };
  const words = referred ? withReferred(phrases, referred) : sql`${phrases.join(" AND ")}`;
  // An id contains no quotation mark.
  const query = ownerId ? sql`'owner : "' || ${ownerId} || '" AND words : (' || ${words} || ')'` : words;
  const examined = filtered ? MATCHES_EXAMINED : pageSize;
  const fts = sql.identifier(index);
  // D1 binds every number as a real, but FTS5 needs an integer to start at a row.
  const from = sql`cast(${after?.[0] ?? 0} as integer)`;
  const rowids = sql`select rowid as "match" from ${fts} where ${fts} match ${query} and rowid > ${from}
    order by rowid limit ${examined + 1}`;
  const results = sql`(select 1 from ${fts} where ${fts} match ${query} limit ${MAX_RESULTS_COUNTED + 1})`;
  const [rows, [window], [count]] = await Promise.all([
    read((searched) => sql`${rowidOf(searched)} in (${rowids})`, pageSize + 1, sql`(${rowids}) "matches"`),
    filtered
      ? db
          .select({
            matches: sql<number>`count(*)`.as("matches"),
            last: sql<number>`max("match")`.as("last"),
          })
          .from(sql`(${rowids})`)
      : [],
    counted ? db.select({ total: sql<number>`count(*)`.as("total") }).from(results) : [],
  ]);
  const page = pageOf(
    rows,
    pageSize,
    ({ rowid }) => [rowid],
    ({ rowid, ...row }) => row,
  );
  const goesOn = page.next === null && window !== undefined && window.matches > examined;
  return {
    page: goesOn ? { ...page, next: formatCursor([window.last]) } : page,
    total: count?.total ?? null,
  };
}

/**
 * The words of a term as phrases of an FTS5 query on a column of words, each preceded by two spaces (migrations/0001_search.sql).
 * Every word must match: anywhere in a word if it has three letters or more, otherwise at the start of one. The input is always
 * text to find, never FTS5 syntax.
 */
function phrasesOf(term: string): string[] {
  return wordsOf(term)
    .map((word) => ([...word].length < 3 ? word.padStart(word.length + 3 - [...word].length) : word))
    .map((text) => `"${text.replaceAll('"', '""')}"`);
}

/**
 * An FTS5 query for rows that contain each phrase, or refer to a row that contains it. In the index, three private-use characters
 * stand for the row that is referred to, made from its rowid as the triggers of the migration do.
 */
const withReferred = (phrases: string[], referred: `${string}_search`): SQL => {
  const fts = sql.identifier(referred);
  return sql`(
    select group_concat('(' || value || coalesce((
      select group_concat(' OR "' || char(0xf8ff, 0xe000 + found.rowid / 4096, 0xe000 + found.rowid % 4096) || '"', '')
      from (select rowid from ${fts} where ${fts} match value limit ${MAX_REFERRED}) as found
    ), '') || ')', ' AND ')
    from json_each(${JSON.stringify(phrases)})
  )`;
};
