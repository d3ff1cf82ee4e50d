import { is } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { tenantColumnOf } from "#app/core/db/tenant.ts";
import * as schema from "#app/schema.ts";
import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";

/** A table with rows of organisations, and its column with the organisation's id. */
interface TableOfOrganisations {
  table: SQLiteTable;
  column: SQLiteColumn;
}

const parentsOf = (table: SQLiteTable) =>
  getTableConfig(table).foreignKeys.map(({ reference }) => reference());

/** The length of the longest chain of references that starts at a table. */
const depthOf = (table: SQLiteTable): number =>
  Math.max(
    0,
    ...parentsOf(table).map(({ foreignTable }) => 1 + (foreignTable === table ? 0 : depthOf(foreignTable))),
  );

/** Every table whose rows belong to an organisation. Each table comes before the tables that its rows refer to. */
export const organisationTables = (): TableOfOrganisations[] =>
  Object.values(schema)
    .flatMap((table) => {
      const column = tenantColumnOf(table);
      return column && is(table, SQLiteTable) && table !== organisations ? [{ table, column }] : [];
    })
    .sort((one, other) => depthOf(other.table) - depthOf(one.table));
