import type { TestWorker } from "./worker.ts";

/**
 * Every row of every table.
 * @param without tables to leave out
 * @param where which rows of a table to read, as SQL
 */
export async function contentsOf(
  { d1 }: TestWorker,
  { without, where = {} }: { without: string[]; where?: Record<string, string> },
): Promise<Record<string, unknown[]>> {
  const { results: tables } = await d1
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '_cf_%'",
    )
    .all<{ name: string }>();
  const kept = tables.map(({ name }) => name).filter((name) => !without.includes(name));
  const rows = await d1.batch(
    kept.map((name) => d1.prepare(`select * from "${name}" where ${where[name] ?? "true"}`)),
  );
  return Object.fromEntries(kept.map((name, n) => [name, rows[n]?.results ?? []]));
}
