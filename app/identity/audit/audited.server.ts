import { getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/** A table with an id, as every entity has. */
export type RowTable = SQLiteTable & { id: SQLiteColumn };

/** What the audit log records about the rows of a table. */
export interface Audited {
  /** The column with a row's name; null if the log must not name it. */
  label: SQLiteColumn | null;
  /** The columns whose old and new values the log keeps. Never list a secret or private data here. */
  fields: readonly string[];
  /** For a column that refers to another row: SQL for that row's name, given its id. */
  names?: Record<string, (id: SQLWrapper) => SQL>;
}

/**
 * The value of a field before and after a write. SQL null if there was no value, for example before the row existed.
 */
interface FieldChange {
  from: SQLWrapper;
  to: SQLWrapper;
}

const NOTHING = sql`null`;

/**
 * The fields that a write changes, as JSON of AuditedChange[] (identity/tables/audit-log), or null if it changes none.
 * It is SQL, because only the statement that writes the entry knows the old values for certain.
 */
export function changesOf(fields: Record<string, FieldChange>): SQL {
  if (Object.keys(fields).length === 0) return NOTHING;
  const all = Object.entries(fields).map(
    ([field, { from, to }]) => sql`json_array(${sql.raw(`'${field}'`)}, ${from}, ${to})`,
  );
  // Joined as text, because D1 allows a function at most 32 arguments.
  return sql`(
    select nullif(json_group_array(json(value)), '[]')
    from json_each('[' || ${sql.join(all, sql` || ',' || `)} || ']')
    where value ->> 1 is not value ->> 2
  )`;
}

/** The changes of an entry about a new row, added after the row. */
export const changesOfNew = (table: RowTable, audited: Audited) =>
  changesOf(eachField(audited, (field) => ({ from: NOTHING, to: stored(table, audited, field) })));

/** The changes of an entry about a row that is about to be deleted. */
export const changesOfDeleted = (table: RowTable, audited: Audited) =>
  changesOf(eachField(audited, (field) => ({ from: stored(table, audited, field), to: NOTHING })));

/**
 * The changes of an entry about a row that is about to be updated.
 * @param values its new values, by column
 * @param before its old values, by column, if they are not in its table
 */
export const changesOfUpdated = (
  table: RowTable,
  audited: Audited,
  values: Record<string, unknown>,
  before: Record<string, SQLWrapper> = getTableColumns(table),
) =>
  changesOf(
    eachField(
      { ...audited, fields: audited.fields.filter((field) => values[field] !== undefined) },
      (field) => ({
        from: inWords(table, audited, field, before[field] as SQLWrapper),
        to: inWords(
          table,
          audited,
          field,
          sql`${sql.param(values[field], getTableColumns(table)[field] as SQLiteColumn)}`,
        ),
      }),
    ),
  );

const eachField = ({ fields }: Audited, change: (field: string) => FieldChange) =>
  Object.fromEntries(fields.map((field) => [field, change(field)]));

const stored = (table: RowTable, audited: Audited, field: string) =>
  inWords(table, audited, field, getTableColumns(table)[field] as SQLiteColumn);

/**
 * A field's value for the log: SQLite stores booleans as numbers, and people need a name where the column has an id.
 */
function inWords(table: RowTable, { names }: Audited, field: string, value: SQLWrapper): SQLWrapper {
  if (names?.[field]) return names[field](value);
  if (getTableColumns(table)[field]?.dataType !== "boolean") return value;
  return sql`json(case ${value} when 1 then 'true' when 0 then 'false' else 'null' end)`;
}
