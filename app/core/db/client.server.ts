import type { D1Database, D1PreparedStatement, D1Result } from "@cloudflare/workers-types";
import { drizzle } from "drizzle-orm/d1";
import { refuseWithoutOwner } from "./owned.ts";
import type { QueryStats } from "./query-stats.ts";
import { refuseUnclearColumns } from "./result-columns.ts";
import { answerOf, STORAGE_TIME_LIMIT } from "./storage-time-limit.ts";

/** The database as this product uses it: see {@link createDatabase}. */
export type Database = ReturnType<typeof createDatabase>;

/**
 * Drizzle on D1, which counts every call in `stats` and limits its time.
 *
 * D1 reports how many rows a statement read only when it returns rows as objects. So rows are objects here even where
 * Drizzle asks for arrays, and two result columns of the same name would silently become one. A column whose name is a
 * number would come first. (Drizzle's own batches have these traps, too.) Such a query throws when it is first
 * prepared. Alias the column. A query of an owned table without a condition for the owner throws, too (./owned.ts).
 *
 * @param binding a D1 session, or the binding itself, which always asks the primary
 * @param options.timeLimit the time limit of each call, in milliseconds
 * @param options.check throws if a query must not run
 */
export function createDatabase(
  binding: Pick<D1Database, "prepare" | "batch">,
  stats: QueryStats,
  { timeLimit = STORAGE_TIME_LIMIT, check }: { timeLimit?: number; check?: (query: string) => void } = {},
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
      refuseWithoutOwner(query);
      check?.(query);
      const changed = CHANGE.exec(query)?.[1];
      if (changed) stats.changedTables.add(changed);
      return wrap(binding.prepare(query), kindOf(query));
    },
    batch<T>(wrapped: D1PreparedStatement[]) {
      const batched = wrapped.map((one) => statements.get(one) ?? { statement: one, kind: "unknown" });
      const kinds = `batch of ${batched.map(({ kind }) => kind).join(", ")}`;
      const run = () => binding.batch<T>(batched.map(({ statement }) => statement));
      return stats.measure(() => answerOf("D1", kinds, run(), timeLimit), resultsOf);
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

/** A statement that changes a table. */
const CHANGE = /^\s*(?:insert\s+(?:or\s+\w+\s+)?into|update(?:\s+or\s+\w+)?|delete\s+from)\s+"?(\w+)/i;

/** The first word of a query: "select". */
const kindOf = (query: string) => /\w+/.exec(query)?.[0].toLowerCase() ?? "nothing";
