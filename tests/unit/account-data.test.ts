import { getTableConfig } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { personalTables } from "#app/identity/hooks/personal-tables.server.ts";
import { tablesInOrder } from "#scripts/lib/table-order.ts";
import { namesAPerson } from "#tests/support/personal-data.ts";

test("every table with a column for a person is declared as personal", () => {
  const declared = new Set<unknown>(personalTables().map(({ table }) => table));
  const missing = tablesInOrder().filter((table) => namesAPerson(table) && !declared.has(table));
  expect(
    missing.map((table) => getTableConfig(table).name),
    "declare them with personalTable() (app/identity/hooks/personal-table.ts), in `personal` of their slice's hooks",
  ).toEqual([]);
});
