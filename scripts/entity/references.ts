import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#app/db/schema.ts";
import { ENTITIES, ENTITY_NAMES } from "#app/entities.ts";

/** Another entity that a field can name. */
export interface Reference {
  /** "genre" */
  entity: string;
  /** "genres", the table and its constant. */
  table: string;
  /** The column that people call it by, and the one it is sorted by. */
  title: string;
  order: string;
}

/**
 * The entity that a reference names.
 * @throws {Error} if there is none, or none that people have a name for
 */
export async function findReference(name: string): Promise<Reference> {
  const entity = ENTITY_NAMES.find((known) => known === name);
  if (!entity) throw new Error(`${name}:ref names no entity. There are: ${ENTITY_NAMES.join(", ")}.`);
  const tables = Object.values(schema).filter((value) => is(value, SQLiteTable));
  const table = tables.find((candidate) => getTableName(candidate) === ENTITIES[entity]);
  const columns = Object.entries(table ? getTableColumns(table) : {});
  const order = columns.map(([column]) => column).find((column) => column.endsWith("Key"));
  const title = order?.replace(/Key$/, "");
  // A form offers them by their names, so each needs one. A user may have none yet.
  if (!order || !title || !columns.some(([column, { notNull }]) => column === title && notNull))
    throw new Error(`${name}:ref: not every ${name} has a name, so a form could not list them.`);
  return { entity: name, table: ENTITIES[entity], title, order };
}
