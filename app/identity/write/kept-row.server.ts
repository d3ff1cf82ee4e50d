import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { tenantColumnOf } from "#app/core/db/tenant.ts";
import type { Entity } from "#app/entities.ts";
import type { RowTable } from "#app/identity/audit/audited.server.ts";
import { isOfUsers } from "#app/identity/tables/is-of-users.ts";
import type { OwnedEntity } from "#app/owned-entities.ts";
import * as schema from "#app/schema.ts";

const { deletedRows } = schema;

/** A deleted row that can still be restored. */
export interface Kept {
  entity: Entity | OwnedEntity;
  id: string;
  /** The id of the row's owner; null if the table is not owned. */
  ownerId: string | null;
  /** SQL: whether the writer may still write (OwnRows in core/db/owned). */
  may?: SQL | undefined;
}

/** SQL that finds a deleted row that can still be restored. */
export const isKept = ({ entity, ...row }: Kept) => and(eq(deletedRows.entity, entity), isKeptOf(row));

/** Like {@link isKept}, for a row of an unknown entity. */
export const isKeptOf = ({ id, ownerId, may }: Omit<Kept, "entity">) =>
  and(eq(deletedRows.id, id), keptFor(ownerId), may);

/**
 * SQL that finds the deleted rows of an owner. If `ownerId` is null, it finds those of tables without owners.
 * It uses no index, so combine it with a condition that does.
 */
export const keptFor = (ownerId: string | null): SQL =>
  ownerId === null
    ? sql`${deletedRows.userId} is null and ${deletedRows.tenantId} is null`
    : sql`${ownerId} in (+${deletedRows.userId}, +${deletedRows.tenantId})`;

/**
 * A statement that keeps rows of a table, for the batch that then deletes them.
 * @param where finds the rows
 * @param about.ownerId their owner's id; null if the table is not owned
 * @param about.label the name of each, as SQL over it
 */
export const keepRows = (
  db: Database,
  table: RowTable,
  where: SQL | undefined,
  about: { entity: Entity | OwnedEntity; ownerId: string | null; label: SQL | null | undefined; at: number },
) =>
  insertFrom(
    db,
    deletedRows,
    {
      id: sql`${table.id}`,
      entity: about.entity,
      [isOfUsers(table) ? "userId" : "tenantId"]: about.ownerId,
      label: about.label,
      row: asJson(table),
      deletedAt: about.at,
    },
    { from: table, where },
  ).onConflictDoUpdate({
    target: deletedRows.id,
    set: { label: sql`excluded.label`, row: sql`excluded.row`, deletedAt: about.at },
    setWhere: sql`${deletedRows.userId} is excluded.user_id and ${deletedRows.tenantId} is excluded.tenant_id`,
  });

/** D1 allows a function at most 32 arguments: a name and a value for each column. */
const COLUMNS_AT_ONCE = 15;

/**
 * A row as a JSON object, by column. Columns that triggers maintain are left out, because restoring the row counts it
 * again.
 */
function asJson(table: RowTable): SQL {
  const pairs = keptColumns(table).map(([key, column]) => sql`${sql.raw(`'${key}'`)}, ${column}`);
  const objects: SQL[] = [];
  while (pairs.length > 0) {
    objects.push(sql`json_object(${sql.join(pairs.splice(0, COLUMNS_AT_ONCE), sql`, `)})`);
  }
  return objects.reduce((all, object) => sql`json_patch(${all}, ${object})`);
}

/** The values of a kept row, as SQL over the row of deleted_rows. */
export function valuesOf(table: RowTable): Record<string, SQL> {
  const { foreignKeys } = getTableConfig(table);
  return Object.fromEntries(
    keptColumns(table).map(([key, column]) => {
      const kept = sql`(${deletedRows.row} ->> ${sql.raw(`'$.${key}'`)})`;
      // The column may be newer than the deletion.
      const value =
        column.notNull && column.default !== undefined
          ? sql`coalesce(${kept}, ${sql.param(column.default, column)})`
          : kept;
      const reference = foreignKeys
        .map((foreignKey) => foreignKey.reference())
        .find(({ columns }) => columns.length === 1 && columns[0] === column);
      const [target] = reference?.foreignColumns ?? [];
      if (!target || column.notNull) return [key, value];
      return [key, sql`(select ${target} from ${target.table} where ${target} = ${value})`];
    }),
  );
}

const keptColumns = (table: RowTable): [key: string, SQLiteColumn][] =>
  Object.entries(getTableColumns(table)).filter(([, column]) => !schema.KEPT_BY_TRIGGERS.includes(column));

/** The tenant of a kept row (core/db/tenant), as SQL over the row of deleted_rows. */
export function tenantOfKept(table: RowTable): { tenantId?: SQL } {
  const column = tenantColumnOf(table);
  const [key] = Object.entries(getTableColumns(table)).find(([, own]) => own === column) ?? [];
  return key === undefined ? {} : { tenantId: sql`${deletedRows.row} ->> ${`$.${key}`}` };
}
