import { getTableConfig } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { DOWNLOAD } from "#app/features/account/download-columns.server.ts";
import { tablesInOrder } from "#scripts/lib/table-order.ts";
import { namesAPerson } from "#tests/support/personal-data.ts";

test("the data download has a section for every table that names a person", () => {
  const held = new Set<unknown>(Object.values(DOWNLOAD).map(({ table }) => table));
  const missing = tablesInOrder().filter((table) => namesAPerson(table) && !held.has(table));
  expect(
    missing.map((table) => getTableConfig(table).name),
    "add them to DOWNLOAD in app/features/account/download-columns.server.ts",
  ).toEqual([]);
});
