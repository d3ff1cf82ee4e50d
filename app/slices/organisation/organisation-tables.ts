import { is } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#app/schema.ts";
import { organisations } from "./organisations.table.ts";

/** A table with rows of organisations, and its column with the id of whose they are. */
interface TableOfOrganisations {
  table: SQLiteTable;
  column: SQLiteColumn;
}

/**
 * Every table whose rows belong to an organisation: those that refer to it. Those that app/schema.ts names last come first, as their
 * rows may refer to others.
 */
export const organisationTables = (): TableOfOrganisations[] =>
  Object.values(schema)
    .reverse()
    .flatMap((table) => {
      if (!is(table, SQLiteTable)) return [];
      const [column] = getTableConfig(table)
        .foreignKeys.map(({ reference }) => reference())
        .filter(({ foreignTable }) => foreignTable === organisations)
        .flatMap(({ columns }) => columns);
      return column ? [{ table, column }] : [];
    });
