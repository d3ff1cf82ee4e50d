import type { D1Database, D1PreparedStatement, D1Result } from "@cloudflare/workers-types";
import { drizzle } from "drizzle-orm/d1";
import type { QueryStats } from "./query-stats.ts";
import { answerOf, STORAGE_TIME_LIMIT } from "./storage-time-limit.ts";

export type Database = ReturnType<typeof createDatabase>;

/**
 * Drizzle on D1, with every call counted in `stats` and limited in time.
 *
 * D1 reports how many rows a statement read only when it returns rows as objects. So rows are objects here even where
 * Drizzle asks for arrays, and two result columns of the same name would silently become one. A column whose name is a
 * number would come first. (Drizzle's own batches have these traps, too.) Such a query throws when it is first prepared:
 * alias the column.
 *
 * @param binding a session of D1, or the binding itself, which always asks the primary
 * @param timeLimit of each call, in milliseconds
 */
export function createDatabase(
  binding: Pick<D1Database, "prepare" | "batch">,
  stats: QueryStats,
  timeLimit = STORAGE_TIME_LIMIT,
) {
  const statements = new WeakMap<D1PreparedStatement, { statement: D1PreparedStatement; kind: string }>();

  const wrap = (statement: D1PreparedStatement, kind: string): D1PreparedStatement => {
    const all = <T>() => stats.measure(() => answerOf("D1", kind, statement.all<T>(), timeLimit), resultsOf);
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values), kind),
      all,
      run: all,
      raw: async () => (await all<Record<string, unknown>>()).results.map(Object.values),
      first: async () => (await all()).results[0] ?? null,
    } as D1PreparedStatement;
    statements.set(wrapped, { statement, kind });
    return wrapped;
  };

  return drizzle({
    prepare(query: string) {
      refuseUnclearColumns(query);
      return wrap(binding.prepare(query), kindOf(query));
    },
    batch<T>(wrapped: D1PreparedStatement[]) {
      const batched = wrapped.map((one) => statements.get(one) ?? { statement: one, kind: "unknown" });
      const kinds = `batch of ${batched.map(({ kind }) => kind).join(", ")}`;
      const asked = () => binding.batch<T>(batched.map(({ statement }) => statement));
      return stats.measure(() => answerOf("D1", kinds, asked(), timeLimit), resultsOf);
    },
  } as D1Database);
}

const resultsOf = (result: D1Result | D1Result[]) =>
  [result].flat().map(({ meta }) => ({
    rowsRead: meta.rows_read ?? 0,
    rowsWritten: meta.rows_written ?? 0,
    region: meta.served_by_region,
    byPrimary: meta.served_by_primary,
  }));

/** The first word of a query: "select". */
const kindOf = (query: string) => /\w+/.exec(query)?.[0].toLowerCase() ?? "nothing";

const checkedQueries = new Set<string>();

/** @throws if an object can't hold the result columns of a SELECT that Drizzle built */
function refuseUnclearColumns(query: string) {
  if (checkedQueries.has(query)) return;
  const names = resultColumns(query).map(nameOf);
  const repeated = names.find((name, position) => names.indexOf(name) !== position);
  if (repeated) throw new Error(`Two columns named "${repeated}" in one result: alias one of them. ${query}`);
  const numeric = names.find((name) => /^\d+$/.test(name));
  if (numeric) throw new Error(`A column named "${numeric}": alias it. ${query}`);
  checkedQueries.add(query);
}

/** The result columns of a SELECT, as it spells them. */
function resultColumns(query: string): string[] {
  const [select] = /^select (distinct )?/.exec(query) ?? [];
  if (!select) return [];
  const columns: string[] = [];
  let start = select.length;
  let depth = 0;
  for (const { 0: token, index } of query.matchAll(/"[^"]*"|'[^']*'|[(),]| from /g)) {
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (depth > 0 || (token !== "," && token !== " from ")) continue;
    columns.push(query.slice(start, index).trim());
    if (token === " from ") return columns;
    start = index + 1;
  }
  return [...columns, query.slice(start).trim()];
}

/** The name that SQLite gives a result column. */
const nameOf = (column: string) => /(?:^(?:"\w+"\.)?|as )"(\w+)"$/.exec(column)?.[1] ?? column;
