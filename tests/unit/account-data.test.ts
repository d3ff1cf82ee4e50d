import { getTableConfig } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { users } from "#app/db/schema.ts";
import { DOWNLOAD } from "#app/features/account/account-data.server.ts";
import { tablesInOrder } from "#scripts/lib/table-order.ts";

/** Whether rows of a table name a person: by a reference to a user, or by a column for a user's id or address. */
function namesAPerson(table: ReturnType<typeof tablesInOrder>[number]): boolean {
  const { columns, foreignKeys } = getTableConfig(table);
  return (
    foreignKeys.some(({ reference }) => reference().foreignTable === users) ||
    columns.some(({ name }) => /(^|_)(user_id|actor_id|owner_id|email)$/.test(name))
  );
}

test("the data download has a section for every table that names a person", () => {
  const held = new Set<unknown>(Object.values(DOWNLOAD).map(({ table }) => table));
  const missing = tablesInOrder().filter((table) => namesAPerson(table) && !held.has(table));
  expect(
    missing.map((table) => getTableConfig(table).name),
    "add them to DOWNLOAD in app/features/account/account-data.server.ts",
  ).toEqual([]);
});
