import type { SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable, SubqueryWithSelection } from "drizzle-orm/sqlite-core";
import {
  everybodys,
  idOf,
  type Owned,
  type OwnRows,
  owned,
  rowsOf,
  rowsOfOwner,
  searchedRowsOf,
} from "#app/core/db/owned.ts";

declare const TABLE: unique symbol;

/**
 * A table whose rows belong to organisations. The functions for rows of users don't accept it, so no query can read an
 * organisation's rows without checking membership.
 */
export interface OfOrganisation<Table extends SQLiteTable = SQLiteTable> {
  readonly [TABLE]: Table;
}

/**
 * The rows of one organisation in an {@link OfOrganisation} table, for reads and writes.
 * @public also while no table belongs to organisations (knip.dev)
 */
export type RowsOfOrganisation<T> =
  T extends OfOrganisation<infer Table> ? OwnRows<Table, "organisationId"> : never;

type WithOrganisation = SQLiteTable & { _: { columns: { organisationId: SQLiteColumn } } };

/**
 * Declares that the rows of a table belong to organisations: its required column `organisationId` refers to
 * `organisations`. The rows are deleted with their organisation.
 * @public also while no table does (knip.dev)
 * @param options.parent for rows that belong to another row of the same organisation, as steps do to a task: the column
 * that refers to it ({@link idIn}). See owned()
 */
export const ownedByOrganisation = <Table extends WithOrganisation>(
  table: Table,
  options?: { parent: Exclude<keyof Table["_"]["columns"] & string, "organisationId"> },
): OfOrganisation<Table> =>
  // As in owned(), this returns the same object, so that migrations find the table.
  owned(table, "organisationId", options) as unknown as OfOrganisation<Table>;

/**
 * The id column of an {@link OfOrganisation} table, for a column that refers to it:
 * `text("task_id").references(() => idIn(tasks))`.
 * @public for the first rows that belong to another row (knip.dev)
 */
export const idIn = (table: OfOrganisation): SQLiteColumn => idOf(behind(table));

/**
 * The rows of one organisation, only for SELECT.
 * @public also while no table belongs to organisations (knip.dev)
 * @param organisationId the query that readOrganisation() provides: it finds no organisation for a user who is not a
 * member
 */
export const rowsIn = <Table extends SQLiteTable>(
  table: OfOrganisation<Table>,
  organisationId: SQL<string>,
): SubqueryWithSelection<Table["_"]["columns"], Table["_"]["name"]> =>
  rowsOfOwner(behind(table), organisationId);

/**
 * The rows of one organisation for a join with a search index: see searchedRowsOf().
 * @public for the first shelf or list that is searched by an index (knip.dev)
 */
export const searchedRowsIn = <Table extends SQLiteTable>(
  table: OfOrganisation<Table>,
  organisationId: SQL<string>,
) => searchedRowsOf(behind(table), organisationId);

/**
 * The rows of one organisation without a check of membership: for the seed, a cron or a test. Writes by members use
 * writableRowsIn().
 * @public also while no table belongs to organisations (knip.dev)
 */
export const rowsOfOrganisation = <Table extends SQLiteTable>(
  table: OfOrganisation<Table>,
  organisationId: string,
  may?: SQL,
): OwnRows<Table, "organisationId"> => rowsOf(behind(table), organisationId, may);

/**
 * The table with the rows of all organisations, for statements about all of them at the same time. Each statement needs
 * `isAnybodys`.
 * @public also while no table belongs to organisations (knip.dev)
 */
export const everyOrganisations = <Table extends SQLiteTable>(table: OfOrganisation<Table>) =>
  everybodys(behind(table));

const behind = <Table extends SQLiteTable>(table: OfOrganisation<Table>) =>
  table as unknown as Owned<Table, "organisationId">;
