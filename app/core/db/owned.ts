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
 * A table whose rows belong to an owner. Only migrations and backups use the table itself. A query uses {@link rowsOf},
 * which requires an owner. A query that names no owner does not compile, and one that gets around the types is refused
 * ({@link refuseWithoutOwner}).
 */
export interface Owned<Table extends SQLiteTable = SQLiteTable, Key extends string = string> {
  readonly [TABLE]: { table: Table; owner: Key };
}

/** How the rows of a table belong to rows of a parent table. */
export interface Belonging {
  /** The table of the rows. */
  table: SQLiteTable;
  /** The column with the parent row's id, by its name in the code. */
  key: string;
  column: SQLiteColumn;
  /** The column with the owner of the rows. */
  owner: SQLiteColumn;
  /** The parent table, its id and its owner. */
  parent: SQLiteTable;
  parentId: SQLiteColumn;
  parentOwner: SQLiteColumn;
}

/** An owned table. Its patterns match SQL, whether Drizzle or a person wrote it. */
interface Ownership {
  /** The name of the owner column in the code. */
  key: string;
  column: SQLiteColumn;
  /** Matches SQL that names the table. */
  mention: RegExp;
  /** Matches an INSERT into the table. New rows contain their owner, so this needs no condition. */
  insert: RegExp;
  /** Matches SQL with a condition for the owner. */
  condition: RegExp;
  belonging: Belonging | undefined;
}

/** Each owned table, by its name in the database. */
const ownerships = new Map<string, Ownership>();

/**
 * Declares that the rows of a table belong to an owner.
 * @public unused until a table has an owner (knip.dev)
 * @param key the column with the owner's id, by its name in the code. It is required, and never changes
 * @param options.parent for rows that belong to another row of the same owner, like the stops of a trip: the
 *   column that refers to the parent ({@link idOf}). It is required, and never changes. Deleting or restoring
 *   the parent does the same to these rows (identity/write)
 * @throws if that column does not refer to an owned table, or if the parent's rows have a parent themselves
 */
export function owned<Table extends SQLiteTable, Key extends keyof Table["_"]["columns"] & string>(
  table: Table,
  key: Key,
  options: { parent?: Exclude<keyof Table["_"]["columns"] & string, Key> } = {},
): Owned<Table, Key> {
  const column = getTableColumns<SQLiteTable>(table)[key] as SQLiteColumn;
  const name = getTableName(table);
  const mention = new RegExp(`"${name}"|\\b(?:from|join|into|update)\\s+${name}\\b`, "i");
  const insert = new RegExp(`^\\s*insert into "?${name}\\b(?!.*\\sdo\\s+update\\s)`, "is");
  const condition = new RegExp(`"?\\b${name}\\b"?\\."?${column.name}\\b"?\\s*(=|is\\s|in\\s)`, "i");
  const belonging = options.parent === undefined ? undefined : belongingBy(table, options.parent, column);
  ownerships.set(name, { key, column, mention, insert, condition, belonging });
  // Returns the given object, so that migrations find the table in app/schema.ts. Only its type changes.
  return table as unknown as Owned<Table, Key>;
}

/** A condition that is true for the rows of every owner, for work across owners, such as a cron's. */
export function anyOwner(table: SQLiteTable): SQL | undefined {
  const owner = ownerColumnOf(table);
  return owner && isNotNull(owner);
}

/** The column with the owner of each row, if the table is owned. */
export const ownerColumnOf = (table: SQLiteTable): SQLiteColumn | undefined =>
  ownerships.get(getTableName(table))?.column;

/**
 * The id of an owned table, for the column that refers to it:
 * `text("trip_id").references(() => idOf(trips))`.
 * @public unused until rows belong to another row (knip.dev)
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

/** How the rows of a table belong to a parent row, if they do. */
export const belongingOf = (table: SQLiteTable): Belonging | undefined =>
  ownerships.get(getTableName(table))?.belonging;

/** The tables whose rows have this table's rows as parents. */
export const childrenOf = (table: SQLiteTable): Belonging[] =>
  [...ownerships.values()].flatMap(({ belonging }) => (belonging?.parent === table ? [belonging] : []));

/** The rows of one owner in an owned table. Queries and writes use this instead of the table. */
export interface OwnRows<Table extends SQLiteTable = SQLiteTable, Key extends string = string> {
  /** The subquery to select from. */
  rows: SubqueryWithSelection<Table["_"]["columns"], Table["_"]["name"]>;
  ownerId: string;
  owned: Owned<Table, Key>;
  /**
   * SQL: whether the writer is still a member of the organisation that owns the rows, and may write. Every
   * statement that writes to those rows includes it.
   */
  may?: SQL | undefined;
}

/**
 * The rows of one owner in an owned table.
 * @public unused until a table is owned (knip.dev)
 * @param ownerId the owner's id
 * @param may see {@link OwnRows}
 */
export const rowsOf = <Table extends SQLiteTable, Key extends string>(
  owned: Owned<Table, Key>,
  ownerId: string,
  may?: SQL,
): OwnRows<Table, Key> => ({ rows: rowsOfOwner(owned, ownerId), ownerId, owned, may });

/**
 * Like {@link rowsOf}, but only for SELECT. The owner may be a subquery, so that a page costs one round trip.
 * @public unused until a table is owned (knip.dev)
 * @param ownerId the owner's id, or a query for it, such as ownerOf(token) of identity/session
 */
export function rowsOfOwner<Table extends SQLiteTable>(
  owned: Owned<Table>,
  ownerId: string | SQL,
): OwnRows<Table>["rows"] {
  const { table, column } = behind(owned);
  return selected(table, eq(column, ownerId));
}

/**
 * The rows of one owner for a join with a search index, each with the `rowid` that the index refers to. The "+" keeps
 * SQLite from using the owner's index, which would read all rows of the owner and not only the matches.
 * @param ownerId see {@link rowsOfOwner}
 */
export function searchedRowsOf<Table extends SQLiteTable>(
  owned: Owned<Table>,
  ownerId: string | SQL,
): OwnRows<Table>["rows"] & { rowid: SQL.Aliased<number> } {
  const { table, column } = behind(owned);
  return selected(table, sql`+${column} = ${ownerId}`, { rowid: sql<number>`rowid`.as("rowid") });
}

/**
 * The rows of all owners in an owned table, only for SELECT: for code where a permission or a link grants
 * access.
 * @param where which of them; if omitted, all
 * @public unused until a list of the manager shows such rows (knip.dev)
 */
export function rowsOfAllOwners<Table extends SQLiteTable>(
  owned: Owned<Table>,
  where?: SQL,
): OwnRows<Table>["rows"] {
  const { table } = behind(owned);
  return selected(table, and(anyOwner(table), where));
}

/**
 * The table with the rows of all owners, for work across owners, such as a cron's: each statement needs
 * `isAnybodys`.
 * @public unused until a cron needs it (knip.dev)
 */
export function everybodys<Table extends SQLiteTable>(owned: Owned<Table>) {
  const { table } = behind(owned);
  return { table, isAnybodys: anyOwner(table) };
}

/**
 * The table behind an owner's rows, for writes. Each statement needs `isOwn`, and each new row needs the values of
 * `owner` and the condition `may`. Prefer identity/write, which adds these.
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
  for (const [table, { mention, insert, condition }] of ownerships) {
    if (mention.test(query) && !insert.test(query) && !condition.test(query))
      throw new Error(`A query of ${table} that does not say whose rows it is about (rowsOf). ${query}`);
  }
}
