import { is, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/core/db/client.server.ts";
import { formatCursor } from "#app/core/lists/cursor.ts";
import { MAX_RESULTS_COUNTED } from "#app/core/lists/max-results.ts";
import { type Page, pageOf } from "#app/core/lists/page.ts";
import { wordsOf } from "./words.ts";

/**
 * How many referred rows, such as genres of books, are found for a word. A genre's name finds its books only
 * if the genre is among these.
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

/** What a search's query selects in addition to the columns of the rows. */
export const FOUND = {
  searchRowid: sql<number>`"matches"."match"`.as("search_rowid"),
  /** How many results there are, up to MAX_RESULTS_COUNTED + 1; null if this query does not count them. */
  searchTotal: sql<number | null>`"matches"."total"`.as("search_total"),
};

/** SQL that joins rows with the matches of a search. */
export const isFound = (rows: Searched): SQL => sql`${rowidOf(rows)} = "matches"."match"`;

/**
 * One page of a search in an FTS5 index (docs/decisions/0010), in the order in which rows were added, which
 * is the index's own order. So a page for a common word costs no more than one for a rare word. The index has
 * only words. So with a filter, a page examines a limited number of results, and a page before the last one
 * may be short or even empty.
 *
 * The first page finds and counts its results in one walk through the index, because words that are common
 * but never occur in the same row make it walk to the end (docs/decisions/0096).
 *
 * @param index the FTS5 table, whose rowids are those of the table it indexes
 * @param ownerId whose rows to find, as an id or a query for it, if `index` has one column with the owner and
 *   one with the words
 * @param referred the FTS5 table of the rows to which the rows of `index` refer, such as the genres of books.
 *   Their words also find the rows that refer to them (docs/decisions/0043)
 * @param after the last rowid that the previous page examined; null for the first page
 * @param filtered whether `read` has a further condition. A "+" before its columns keeps SQLite from using
 *   another index
 * @param counted whether to count the results, which reads up to MAX_RESULTS_COUNTED + 1 of them
 * @param read reads `limit` rows. It selects FOUND and the columns of the rows from `matches`, and joins the
 *   rows by crossJoin() with the condition isFound(). crossJoin() keeps the order of the matches
 */
export async function searchPage<Row extends { searchRowid: number; searchTotal: number | null }>(
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
  read: (matches: SQL, limit: number) => PromiseLike<Row[]>,
): Promise<SearchPage<Omit<Row, keyof typeof FOUND>>> {
  const phrases = phrasesOf(term);
  if (phrases.length === 0) return { page: { items: [], next: null }, total: 0 };
  const words = referred ? withReferred(phrases, referred) : sql`${phrases.join(" AND ")}`;
  // An id contains no quotation mark, so it needs no escaping. For a stranger, a query for the owner's id returns null,
  // and "nobody" matches no row.
  const query = ownerId
    ? sql`'owner : "' || coalesce(${ownerId}, 'nobody') || '" AND words : (' || ${words} || ')'`
    : words;
  const examined = filtered ? MATCHES_EXAMINED : pageSize;
  const fts = sql.identifier(index);
  // D1 binds every number as a real, but FTS5 needs an integer to start at a row.
  const rowidsAfter = (rowid: number, limit: number) =>
    sql`(select rowid as "match", null as "total" from ${fts} where ${fts} match ${query} and rowid > cast(${rowid} as integer)
      order by rowid limit ${limit})`;
  const start = after?.[0] ?? 0;
  const countsInPage = counted && after === null;
  const matches = countsInPage
    ? // A JSON array, because any other table of the matches would be read twice: for the page, and to count them.
      sql`(select value as "match", json_array_length("all") as "total"
        from (select json_group_array("match") as "all" from ${rowidsAfter(start, MAX_RESULTS_COUNTED + 1)})
        cross join json_each("all"))`
    : rowidsAfter(start, examined + 1);
  const [rows, [window], [count]] = await Promise.all([
    read(sql`${matches} "matches"`, pageSize + 1),
    filtered
      ? db
          .select({
            matches: sql<number>`count(*)`.as("matches"),
            last: sql<number>`max("match")`.as("last"),
          })
          .from(matches)
      : [],
    counted && !countsInPage
      ? db.select({ total: sql<number>`count(*)`.as("total") }).from(rowidsAfter(0, MAX_RESULTS_COUNTED + 1))
      : [],
  ]);
  const page = pageOf(
    rows,
    pageSize,
    ({ searchRowid }) => [searchRowid],
    ({ searchRowid, searchTotal, ...row }) => row,
  );
  const goesOn = page.next === null && window !== undefined && window.matches > examined;
  return {
    page: goesOn ? { ...page, next: formatCursor([window.last]) } : page,
    total: countsInPage ? (rows[0]?.searchTotal ?? 0) : (count?.total ?? null),
  };
}

/**
 * The words of a term as phrases of an FTS5 query on a column of words, each preceded by two spaces
 * (migrations/0001_search.sql). Every word must match: anywhere in a word if it has three letters or more, otherwise at
 * the start of one. The input is always text to find, never FTS5 syntax.
 */
function phrasesOf(term: string): string[] {
  return wordsOf(term)
    .map((word) => ([...word].length < 3 ? word.padStart(word.length + 3 - [...word].length) : word))
    .map((text) => `"${text.replaceAll('"', '""')}"`);
}

/**
 * An FTS5 query for rows that contain each phrase, or refer to a row that contains it. In the index, three private-use
 * characters stand for the row that is referred to, made from its rowid as the triggers of the migration do.
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
