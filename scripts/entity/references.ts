import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { sharedTableNames } from "#app/core/db/shared-table.ts";
import { ENTITIES, ENTITY_NAMES } from "#app/entities.ts";
import * as schema from "#app/schema.ts";

/** An entity that a field can refer to. */
export interface Reference {
  /** "genre" */
  entity: string;
  /** The name of the table and of its constant: "genres". */
  table: string;
  /** The column that names a row, and the column by which rows are sorted. */
  title: string;
  order: string;
  /** Whether all readers may share cached copies of its rows (app/core/read-cache). */
  isShared: boolean;
}

/** The entities whose rows a form can list by name. Users are left out, because a user may have no name. */
const REFERENCES: Reference[] = ENTITY_NAMES.flatMap((entity) => {
  const tables = Object.values(schema).filter((value) => is(value, SQLiteTable));
  const table = tables.find((candidate) => getTableName(candidate) === ENTITIES[entity]);
  const columns = Object.entries(table ? getTableColumns(table) : {});
  const order = columns.map(([column]) => column).find((column) => column.endsWith("Key"));
  const title = order?.replace(/Key$/, "");
  const isNamed = columns.some(([column, { notNull }]) => column === title && notNull);
  const isShared = sharedTableNames.has(ENTITIES[entity]);
  return order && title && isNamed ? [{ entity, table: ENTITIES[entity], title, order, isShared }] : [];
});

/**
 * The entity that a reference names.
 * @throws {Error} if it does not exist, or its rows have no names
 */
export function findReference(name: string): Reference {
  const found = REFERENCES.find(({ entity }) => entity === name);
  if (found) return found;
  if (ENTITY_NAMES.some((known) => known === name))
    throw new Error(`${name}:ref: not every ${name} has a name, so a form could not list them.`);
  const known = REFERENCES.map(({ entity }) => entity).join(", ");
  throw new Error(
    `${name}:ref does not name an entity. ${known ? `There are: ${known}.` : "Generate that one first."}`,
  );
}
