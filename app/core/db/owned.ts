import { and, eq, getTableColumns, getTableName, isNotNull, type SQL, sql } from "drizzle-orm";
import {
  getTableConfig,
  QueryBuilder,
  type SQLiteColumn,
  type SQLiteTable,
  type SubqueryWithSelection,
} from "drizzle-orm/sqlite-core";

declare const TABLE: unique symbol;

/**
 * A table whose rows belong to somebody. It is a table to migrations and backups only: a query takes {@link rowsOf} it, which
 * asks whose. So what says nothing about the owner does not compile, and what gets around that is refused
 * ({@link refuseWithoutOwner}).
 */
export interface Owned<Table extends SQLiteTable = SQLiteTable, Key extends string = string> {
  readonly [TABLE]: { table: Table; owner: Key };
}

/** Where the rows of a table belong to a row of another one. */
export interface Belonging {
  /** The table of the rows. */
  table: SQLiteTable;
  /** Their column with the id of the row that they belong to, by its name in the code. */
  key: string;
  column: SQLiteColumn;
  /** The owner of the rows. */
  owner: SQLiteColumn;
  /** The table of what they belong to, its id and its owner. */
  parent: SQLiteTable;
  parentId: SQLiteColumn;
  parentOwner: SQLiteColumn;
}

/** An owned table: the column of the owner, by its name in the code, and what a condition for it looks like in SQL. */
interface Ownership {
  key: string;
  column: SQLiteColumn;
  condition: RegExp;
  belonging: Belonging | undefined;
}

/** Each owned table, by its name in the database. */
const ownerships = new Map<string, Ownership>();

/**
 * Declares that the rows of a table belong to somebody.
 * @public also while no table does (knip.dev)
 * @param key the column with the id of whom they belong to, as the code names it. It is required, and a row keeps it
 * @param options.parent for rows that belong to another row of the same owner, as stops do to a trip: the column that refers to
 *   it ({@link idOf}). It is required, and a row keeps it. What deletes or restores the other row does the same to them (identity/write)
 * @throws if that column does not refer to an owned table, or to one whose rows belong to rows, too
 */
export function owned<Table extends SQLiteTable, Key extends keyof Table["_"]["columns"] & string>(
  table: Table,
  key: Key,
  options: { parent?: Exclude<keyof Table["_"]["columns"] & string, Key> } = {},
): Owned<Table, Key> {
  const column = getTableColumns<SQLiteTable>(table)[key] as SQLiteColumn;
  const name = getTableName(table);
  const condition = new RegExp(`"${name}"\\."${column.name}" (=|is|in) `);
  const belonging = options.parent === undefined ? undefined : belongingBy(table, options.parent, column);
  ownerships.set(name, { key, column, condition, belonging });
  // The same object, so that migrations find it in app/schema.ts: only its type says that it is owned.
  return table as unknown as Owned<Table, Key>;
}

/** The condition for every row of any table, whoever owns it: for what is done for all of them, such as by a cron. */
export function whoeverOwns(table: SQLiteTable): SQL | undefined {
  const owner = ownerColumnOf(table);
  return owner && isNotNull(owner);
}

/** The column with the owner of each row of any table, if it is owned. */
export const ownerColumnOf = (table: SQLiteTable): SQLiteColumn | undefined =>
  ownerships.get(getTableName(table))?.column;

/**
 * The id of an owned table, for the column that refers to it: `text("trip_id").references(() => idOf(trips))`.
 * @public for the first rows that belong to another row (knip.dev)
 */
export const idOf = (owned: Owned): SQLiteColumn =>
  getTableColumns<SQLiteTable>(behind(owned).table).id as SQLiteColumn;

function belongingBy(table: SQLiteTable, key: string, owner: SQLiteColumn): Belonging {
  const column = getTableColumns<SQLiteTable>(table)[key] as SQLiteColumn;
  const { foreignTable: parent, foreignColumns: [parentId] = [] } =
    getTableConfig(table)
      .foreignKeys.map((foreignKey) => foreignKey.reference())
      .find(({ columns }) => columns.length === 1 && columns[0] === column) ?? {};
  const parents = parent && ownerships.get(getTableName(parent));
  if (!parent || !parentId || !parents || parents.belonging || !column.notNull) {
    throw new Error(
      `"${column.name}" of ${getTableName(table)} has to be notNull() and to refer to idOf() an owned table without a parent`,
    );
  }
  return { table, key, column, owner, parent, parentId, parentOwner: parents.column };
}

/** What the rows of a table belong to, if they belong to a row. */
export const belongingOf = (table: SQLiteTable): Belonging | undefined =>
  ownerships.get(getTableName(table))?.belonging;

/** The tables whose rows belong to rows of a table. */
export const childrenOf = (table: SQLiteTable): Belonging[] =>
  [...ownerships.values()].flatMap(({ belonging }) => (belonging?.parent === table ? [belonging] : []));

/** The rows of somebody in an owned table: all that queries and writes get of it. */
export interface OwnRows<Table extends SQLiteTable = SQLiteTable, Key extends string = string> {
  /** To select from. */
  rows: SubqueryWithSelection<Table["_"]["columns"], Table["_"]["name"]>;
  ownerId: string;
  owned: Owned<Table, Key>;
  /** A condition that every writing statement adds, where the owner is not one person: the writer is still a member, and may write. */
  may?: SQL | undefined;
}

/**
 * The rows of somebody in an owned table.
 * @public also while no table is owned (knip.dev)
 * @param ownerId the id of whom they belong to
 * @param may as of {@link OwnRows}
 */
export const rowsOf = <Table extends SQLiteTable, Key extends string>(
  owned: Owned<Table, Key>,
  ownerId: string,
  may?: SQL,
): OwnRows<Table, Key> => ({ rows: rowsOfWhom(owned, ownerId), ownerId, owned, may });

/**
 * The same to select from only, while it is still being asked who that is: a page then costs one round trip.
 * @public also while no table is owned (knip.dev)
 * @param ownerId a query for their id, such as ownerOf(token) of identity/session
 */
export function rowsOfWhom<Table extends SQLiteTable>(
  owned: Owned<Table>,
  ownerId: string | SQL,
): OwnRows<Table>["rows"] {
  const { table, column } = behind(owned);
  return selected(table, eq(column, ownerId));
}

/**
 * The rows of somebody among which a search index finds some, each with the `rowid` by which the index refers to it. The "+" keeps
 * SQLite from reading all that they own in place of what was found.
 * @param ownerId as of {@link rowsOfWhom}
 */
export function searchedRowsOf<Table extends SQLiteTable>(
  owned: Owned<Table>,
  ownerId: string | SQL,
): OwnRows<Table>["rows"] & { rowid: SQL.Aliased<number> } {
  const { table, column } = behind(owned);
  return selected(table, sql`+${column} = ${ownerId}`, { rowid: sql<number>`rowid`.as("rowid") });
}

/**
 * The rows of everybody in an owned table, to select from: for what a permission opens, or a link.
 * @param where which of them; if omitted, all
 * @public for the first list of the manager that shows some (knip.dev)
 */
export function rowsOfEverybody<Table extends SQLiteTable>(
  owned: Owned<Table>,
  where?: SQL,
): OwnRows<Table>["rows"] {
  const { table } = behind(owned);
  return selected(table, and(whoeverOwns(table), where));
}

/**
 * The table of everybody's rows, for what is done for all of them at once, such as by a cron: each statement needs `isAnybodys`.
 * @public for the first cron that needs it (knip.dev)
 */
export function everybodys<Table extends SQLiteTable>(owned: Owned<Table>) {
  const { table } = behind(owned);
  return { table, isAnybodys: whoeverOwns(table) };
}

/**
 * The table behind somebody's rows, for what writes them: each statement needs `isOwn`, and each new row the values of `owner` and,
 * as its condition, `may`.
 * What is written of a product uses identity/write, which does that.
 */
export function writable<Table extends SQLiteTable>({ owned, ownerId, may }: OwnRows<Table>) {
  const { table, key, column } = behind(owned);
  return {
    table,
    ownerId,
    isOwn: and(eq(column, ownerId), may),
    may,
    owner: { [key]: ownerId },
    ownerColumn: { [key]: column },
  };
}

function behind<Table extends SQLiteTable>(owned: Owned<Table>) {
  const table = owned as unknown as Table;
  return { table, ...(ownerships.get(getTableName(table)) as Ownership) };
}

function selected<Table extends SQLiteTable, More extends Record<string, SQL.Aliased>>(
  table: Table,
  where: SQL | undefined,
  more?: More,
): OwnRows<Table>["rows"] & More {
  const rows = new QueryBuilder()
    .select({ ...getTableColumns<SQLiteTable>(table), ...more })
    .from(table as SQLiteTable)
    .where(where)
    .as(getTableName(table));
  return rows as unknown as OwnRows<Table>["rows"] & More;
}

/** @throws if a query reads or changes rows of an owned table and has no condition for their owner */
export function refuseWithoutOwner(query: string): void {
  for (const [table, { condition }] of ownerships) {
    const named = `"${table}"`;
    if (!query.includes(named)) continue;
    const isInsert = query.startsWith(`insert into ${named}`) && !query.includes(" do update ");
    if (!isInsert && !condition.test(query))
      throw new Error(`A query of ${table} that does not say whose rows it is about (rowsOf). ${query}`);
  }
}
