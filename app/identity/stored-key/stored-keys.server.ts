import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/core/db/client.server.ts";
import { KEYED_TABLES, type KeyedColumn, type KeyedTable } from "#app/core/db/keyed-columns.ts";
import { anyOwner } from "#app/core/db/owned.ts";
import { equalRows, keyVersions } from "#app/core/db/tables/key-versions.ts";
import { comparisonKey, digest, KEY_VERSION } from "#app/core/lib/comparison-key.ts";
import { oneLine } from "#app/core/lib/text.ts";
import { ENTITIES } from "#app/entities.ts";
import { deletedRows } from "#app/identity/tables/deleted-rows.ts";
import { OWNED_ENTITIES } from "#app/owned-entities.ts";

// Recomputes the stored keys after a change to comparisonKey(), a few rows at a time (docs/decisions/0061).

/** How many rows a step reads: few enough for one parameter of D1 (2 MB), even if each text has its maximum length. */
const ROWS_PER_STEP = 250;

/** The most queries that one step takes, including the one that records it. */
const QUERIES_A_STEP = 5;

/** How many equal rows a run checks again. */
const EQUAL_ROWS_PER_RUN = 1000;

/** Ends a key that would otherwise be the same as another row's. Keys contain no other control characters. */
const MARK = "\u001f";

/** How much a run may do. */
interface KeyLimits {
  /** How many steps (app/plan-limits.ts). */
  steps: number;
  /** How many queries are left. */
  queriesLeft: () => number;
}

/**
 * Continues where the last run stopped, and computes the next keys.
 * @returns how many rows it read, by table; finished tables are left out
 */
export async function recomputeKeys(
  db: Database,
  { steps, queriesLeft }: KeyLimits,
): Promise<Record<string, number>> {
  // One query finds where the last run stopped.
  if (queriesLeft() < 1 + QUERIES_A_STEP) return {};
  const versions = new Map((await db.select().from(keyVersions)).map((row) => [row.tableName, row]));
  const walks = [
    ...KEYED_TABLES.map((keyed) => ({ name: keyed.name, step: recomputeRows(keyed) })),
    // Restoring a row also restores its keys.
    { name: "deleted_rows", step: recomputeDeletedRows },
  ];
  const lookedAt: Record<string, number> = {};
  let made = 0;
  for (const { name, step } of walks) {
    const known = versions.get(name);
    let after = known?.version === KEY_VERSION ? known.after : "";
    for (; after !== null && made < steps && queriesLeft() >= QUERIES_A_STEP; made++) {
      const ids = await step(db, after);
      after = ids.length < ROWS_PER_STEP ? null : (ids.at(-1) ?? null);
      const progress = { version: KEY_VERSION, after };
      await db
        .insert(keyVersions)
        .values({ tableName: name, ...progress })
        .onConflictDoUpdate({ target: keyVersions.tableName, set: progress });
      if (ids.length > 0) lookedAt[name] = (lookedAt[name] ?? 0) + ids.length;
    }
  }
  return lookedAt;
}

/** A step of a walk through a table. @returns the ids of the rows after `after` that it has read */
type Step = (db: Database, after: string) => Promise<string[]>;

/**
 * Recomputes the keys of some rows. Their texts also become one line, as a browser would make them when any other field
 * is saved, because texts from the API could contain line breaks. A row that somebody changes in the meantime gets its
 * keys from that change.
 */
function recomputeRows({ name, table, columns, unique }: KeyedTable): Step {
  const selected = Object.fromEntries(
    columns.flatMap(({ name, text, key }) => [
      [name, text],
      [`${name}Key`, key],
    ]),
  );
  return async (db, after) => {
    const rows: Record<string, unknown>[] = await db
      .select({ ...selected, id: table.id })
      .from(table)
      .where(and(gt(table.id, after), anyOwner(table)))
      .orderBy(asc(table.id))
      .limit(ROWS_PER_STEP);
    const changed = rows.filter((row) =>
      Object.entries(wantedOf(row, columns)).some(([field, value]) => row[field] !== value),
    );
    if (changed.length > 0) await write(db, changed);
    return rows.map(({ id }) => String(id));
  };

  async function write(db: Database, rows: Record<string, unknown>[]): Promise<void> {
    const given = sql`json_each(${JSON.stringify(
      rows.map((row) => ({
        id: row.id,
        was: Object.fromEntries(columns.map(({ name }) => [name, row[name]])),
        ...wantedOf(row, columns),
        mark: markOf(String(row.id)),
      })),
    )}) as given`;
    const wanted = (field: string) => sql`(given.value ->> ${sql.raw(`'$.${field}'`)})`;
    const set = (column: SQLiteColumn, value: SQL) => sql`${sql.identifier(column.name)} = ${value}`;
    const texts = columns.map(({ name, text }) => set(text, wanted(name)));
    const keys = columns.map(({ name, key }) => set(key, wanted(`${name}Key`)));
    // SQLite's JSON ends a text at a NUL.
    const asItWas = columns.map(
      ({ name, text }) => sql`(${text} is ${wanted(`was.${name}`)} or instr(${text}, char(0)) > 0)`,
    );
    const isRow = and(sql`${table.id} = ${wanted("id")}`, ...asItWas, anyOwner(table));
    await db.run(
      sql`update or ignore ${table} set ${sql.join([...texts, ...keys], sql`, `)} from ${given} where ${isRow}`,
    );
    if (!unique) return;
    // If another row already has the key, this row is ignored and gets a key with a suffix. The same words find it, and
    // lists show it next to the other row, but the two stay separate.
    const marked = columns.map((column) => {
      const key = wanted(`${column.name}Key`);
      return set(column.key, column === unique ? sql`${key} || ${wanted("mark")}` : key);
    });
    const isEqual = sql`${unique.key} is not ${wanted(`${unique.name}Key`)}`;
    await db.run(
      sql`update ${table} set ${sql.join([...texts, ...marked], sql`, `)} from ${given} where ${isRow} and ${isEqual}`,
    );
    await db.run(
      sql`insert or ignore into ${equalRows} select ${name}, ${table.id} from ${given} cross join ${table}
        where ${and(sql`${table.id} = ${wanted("id")}`, isMarked(unique), anyOwner(table))}`,
    );
  }
}

const TABLE_NAMES = { ...ENTITIES, ...OWNED_ENTITIES };

/** Recomputes the keys of deleted rows, because restoring a row also restores its keys. */
const recomputeDeletedRows: Step = async (db, after) => {
  const rows = await db
    .select()
    .from(deletedRows)
    .where(gt(deletedRows.id, after))
    .orderBy(asc(deletedRows.id))
    .limit(ROWS_PER_STEP);
  const changed = rows.flatMap(({ id, entity, row, deletedAt }) => {
    const keyed = KEYED_TABLES.find(({ name }) => name === TABLE_NAMES[entity]);
    return keyed ? [[id, deletedAt, wantedOf(row, keyed.columns)]] : [];
  });
  await db.run(
    sql`update ${deletedRows} set row = json_patch(${deletedRows.row}, given.value -> 2)
      from json_each(${JSON.stringify(changed)}) as given
      where ${deletedRows.id} = given.value ->> 0 and ${deletedRows.deletedAt} = given.value ->> 1`,
  );
  return rows.map(({ id }) => id);
};

/** The texts of a row and their keys, by column, as they would be stored today. */
function wantedOf(row: Record<string, unknown>, columns: KeyedColumn[]): Record<string, string | null> {
  return Object.fromEntries(
    columns.flatMap(({ name }) => {
      const text = withoutNul(row[name]);
      const stored = text === null ? null : oneLine(text);
      return [
        [name, stored],
        [`${name}Key`, comparisonKey(stored)],
      ];
    }),
  );
}

const withoutNul = (text: unknown) => (typeof text === "string" ? text.replaceAll("\0", "") : null);

/**
 * The suffix for the key of a row that is equal to another one. It has private-use characters, so that no search finds
 * the row by it.
 */
const markOf = (id: string) =>
  MARK + [...digest(id)].map((letter) => String.fromCodePoint(0xe000 + letter.charCodeAt(0))).join("");

const isMarked = ({ key }: KeyedColumn) => sql`instr(${key}, ${MARK}) > 0`;

/**
 * Checks equal rows again: if the other row was renamed or deleted, the row gets a normal key.
 * @returns how many rows are still equal to another one, by table
 */
export async function releaseEqualRows(db: Database): Promise<Record<string, number>> {
  const still: Record<string, number> = {};
  for (const { name, table, unique } of KEYED_TABLES) {
    if (!unique) continue;
    const { key } = unique;
    const listed = eq(equalRows.tableName, name);
    const some = db
      .select({ id: equalRows.rowId })
      .from(equalRows)
      .where(listed)
      .orderBy(sql`random()`)
      .limit(EQUAL_ROWS_PER_RUN);
    const column = sql.identifier(key.name);
    await db.run(
      sql`update or ignore ${table} set ${column} = substr(${column}, 1, instr(${column}, ${MARK}) - 1)
        where ${and(sql`${table.id} in ${some}`, isMarked(unique), anyOwner(table))}`,
    );
    const isEqual = sql`exists (select 1 from ${table} where ${and(eq(table.id, equalRows.rowId), isMarked(unique), anyOwner(table))})`;
    const isKept = sql`exists (select 1 from ${deletedRows} where ${deletedRows.id} = ${equalRows.rowId})`;
    await db.delete(equalRows).where(and(listed, sql`not ${isEqual}`, sql`not ${isKept}`));
    const count = await db.$count(equalRows, listed);
    if (count > 0) still[name] = count;
  }
  return still;
}
