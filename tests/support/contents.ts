import type { TestWorker } from "./worker.ts";

/** The rows of each table, as objects. */
export type Contents = Record<string, Record<string, unknown>[]>;

/** The tables in which a text occurs. */
export const tablesWith = (contents: Contents, text: string): string[] =>
  Object.entries(contents).flatMap(([name, rows]) => (JSON.stringify(rows).includes(text) ? [name] : []));

/** The columns of each table in a worker's database, except for the words of search indexes. */
const known = new WeakMap<TestWorker, Map<string, string[]>>();

async function columnsOf(worker: TestWorker): Promise<Map<string, string[]>> {
  const cached = known.get(worker);
  if (cached) return cached;
  const { d1 } = worker;
  const { results: tables } = await d1
    .prepare(
      `select name from sqlite_master where type = 'table'
       and name not like 'sqlite_%' and name not like '_cf_%' and name not like '%\\_search%' escape '\\'`,
    )
    .all<{ name: string }>();
  const infos = await d1.batch<{ name: string }>(
    tables.map(({ name }) => d1.prepare(`pragma table_info("${name}")`)),
  );
  const columns = new Map(
    tables.map(({ name }, n) => [name, (infos[n]?.results ?? []).map(({ name }) => name)]),
  );
  known.set(worker, columns);
  return columns;
}

/**
 * Every row of every table, in one statement, because each prepared statement blocks the test for a while.
 * @param without tables to leave out
 * @param where which rows of a table to read, as SQL
 */
export async function contentsOf(
  worker: TestWorker,
  { without, where = {} }: { without: string[]; where?: Record<string, string> },
): Promise<Contents> {
  const tables = [...(await columnsOf(worker))].filter(([name]) => !without.includes(name));
  const selected = tables.map(([name, columns]) => {
    const values = columns.map((column) => `"${column}"`).join(", ");
    const rows = `select * from "${name}" where ${where[name] ?? "true"}`;
    return `(select json_group_array(json_array(${values})) from (${rows})) as "${name}"`;
  });
  const found = await worker.d1.prepare(`select ${selected.join(", ")}`).first<Record<string, string>>();
  const rowsOf = (name: string, columns: string[]) =>
    (JSON.parse(found?.[name] ?? "[]") as unknown[][]).map((row) =>
      Object.fromEntries(columns.map((column, n) => [column, row[n]])),
    );
  return Object.fromEntries(tables.map(([name, columns]) => [name, rowsOf(name, columns)]));
}
