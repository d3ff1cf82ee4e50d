import { eq, getTableColumns, is } from "drizzle-orm";
import { type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { belongingOf, childrenOf, ownerColumnOf } from "#app/core/db/owned.ts";
import { type Decision, INTERNAL, OWN_ID, type PersonalTable } from "#app/identity/hooks/personal-table.ts";
import { isOfUsers } from "#app/identity/tables/is-of-users.ts";
import * as schema from "#app/schema.ts";

/**
 * The tables whose rows belong to users (core/db/owned), as personal tables: a user's rows are in their download, and
 * are deleted with their account. Tables with a parent table come first. The others are in reverse order of
 * app/schema.ts, because later tables may refer to earlier ones.
 */
export const ownedTables = (): PersonalTable[] =>
  Object.entries(schema)
    .reverse()
    .flatMap(([section, table]) => {
      const owner = is(table, SQLiteTable) ? ownerColumnOf(table) : undefined;
      return owner && isOfUsers(table as SQLiteTable)
        ? [ownedTable(section, table as SQLiteTable, owner)]
        : [];
    })
    .sort((one, other) => Number(isOfARow(other)) - Number(isOfARow(one)));

const isOfARow = ({ table }: PersonalTable): boolean => belongingOf(table) !== undefined;

function ownedTable(section: string, table: SQLiteTable, owner: SQLiteColumn): PersonalTable {
  const named = getTableColumns(table);
  const columns = Object.entries(named).map(([name, column]) => [name, decisionFor(name, column, owner)]);
  const by = (named.createdAt ?? named.id ?? owner) as SQLiteColumn;
  return {
    table,
    section,
    of: ({ id }) => eq(owner, id),
    by,
    owner,
    // The row's id is included if other rows refer to it as their parent.
    columns: { ...Object.fromEntries(columns), ...(childrenOf(table).length > 0 && { id: "value" }) },
  };
}

function decisionFor(name: string, column: SQLiteColumn, owner: SQLiteColumn): Decision {
  if (column === owner) return OWN_ID;
  if (name === "id") return INTERNAL;
  if (name.endsWith("Key")) return { leftOut: "It is a text again, folded to compare and sort it." };
  return column.dataType === "number" && column.name.endsWith("_at") ? "time" : "value";
}
