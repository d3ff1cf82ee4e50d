import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { auditLog, loginChallenges, notices, users } from "#app/db/schema.ts";
import { OWNED } from "#app/features/user/owned-rows.server.ts";
import { tablesInOrder } from "#scripts/lib/table-order.ts";
import { namesAPerson } from "#tests/support/personal-data.ts";

/** Tables that name a person, and why their rows outlive the user. */
const OUTLIVES = new Map<SQLiteTable, string>([
  [users, "It is the user: their own row is deleted last."],
  [auditLog, "It outlives everything it is about. It only forgets what changed (forgetChangesOf)."],
  [loginChallenges, "It counts the tries at an address, whoever has it. The cron deletes it after a day."],
  [notices, "One of them tells its user of the deletion."],
]);

const owned: readonly SQLiteTable[] = OWNED;
const parentsOf = (table: SQLiteTable) =>
  getTableConfig(table).foreignKeys.map(({ reference }) => reference().foreignTable);
const nameOf = (table: SQLiteTable) => getTableConfig(table).name;

test("every table that names a person is emptied of theirs when they are deleted, unless it says why not", () => {
  const missing = tablesInOrder().filter((table) => {
    const isTheirs = namesAPerson(table) || owned.some((parent) => parentsOf(table).includes(parent));
    return isTheirs && !owned.includes(table) && !OUTLIVES.has(table);
  });
  expect(
    missing.map(nameOf),
    "add them to OWNED in app/features/user/owned-rows.server.ts, or say in OUTLIVES why their rows stay",
  ).toEqual([]);
});

test("a table is emptied before those that its rows refer to", () => {
  const tooLate = owned.filter((table, place) =>
    owned.slice(0, place).some((earlier) => parentsOf(table).includes(earlier)),
  );
  expect(tooLate.map(nameOf), "move them up in OWNED").toEqual([]);
});
