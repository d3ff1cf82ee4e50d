import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { belongingOf, ownerColumnOf, refuseWithoutOwner } from "#app/core/db/owned.ts";
import { ENTITIES } from "#app/entities.ts";
import { personalTables } from "#app/identity/hooks/personal-tables.server.ts";
import {
  ORGANISATION_ENTITIES,
  ORGANISATION_LISTS,
  ORGANISATION_NAMES,
  organisationPageOf,
} from "#app/owned-entities.ts";
import * as schema from "#app/schema.ts";
import {
  budgets,
  cronRuns,
  dailyCounts,
  databaseMarks,
  deletedRows,
  equalRows,
  keyVersions,
  loginFailures,
  monthTotals,
  organisationAddresses,
  organisationKeys,
  organisations,
  organisationTeams,
  totals,
  usedPasskeyChallenges,
} from "#app/schema.ts";
import { tablesInOrder } from "#scripts/lib/table-order.ts";
import { namesAPerson } from "#tests/support/personal-data.ts";

/**
 * Tables without a column for a user, each with the reason why it holds no personal data. Entities name no
 * people (docs/privacy.md).
 */
const NOBODYS = new Map<SQLiteTable, string>([
  [budgets, "It counts, under hashes that name nobody."],
  [dailyCounts, "It counts."],
  [databaseMarks, "It says what the database is for."],
  [deletedRows, "They are rows of entities."],
  [equalRows, "They are ids of rows of entities and users, whose own rows go first."],
  [keyVersions, "It says how far the cron has come."],
  [cronRuns, "It is about what runs by itself."],
  [loginFailures, "It counts."],
  [monthTotals, "It counts."],
  [organisations, "They are what several people own; their members are in another table."],
  [organisationAddresses, "They lead to organisations."],
  [organisationKeys, "No person is behind them, and who made one is in the audit log only."],
  [organisationTeams, "They are parts of organisations; their members are in another table."],
  [totals, "It counts."],
  [usedPasskeyChallenges, "They are random numbers."],
]);

const owned = personalTables().flatMap(({ table, owner }) => (owner ? [table] : []));
/** The tables that declare a reason why their rows stay. */
const outliving = personalTables().flatMap(({ table, outlives }) => (outlives ? [table] : []));
const parentsOf = (table: SQLiteTable) =>
  getTableConfig(table).foreignKeys.map(({ reference }) => reference().foreignTable);
const nameOf = (table: SQLiteTable) => getTableConfig(table).name;

test("when a user is deleted, every table that names a person loses that user's rows, or declares why not", () => {
  const missing = tablesInOrder().filter((table) => {
    const isTheirs = namesAPerson(table) || owned.some((parent) => parentsOf(table).includes(parent));
    return isTheirs && !owned.includes(table) && !outliving.includes(table);
  });
  expect(missing.map(nameOf), "they need a column `userId`, or `outlives` in their personalTable()").toEqual(
    [],
  );
});

test("a table without a column for a user declares why it holds no personal data", () => {
  const entities = new Set<string>(Object.values(ENTITIES));
  const silent = tablesInOrder().filter(
    // Owned tables that name no person belong to organisations.
    (table) =>
      !namesAPerson(table) && !NOBODYS.has(table) && !entities.has(nameOf(table)) && !ownerColumnOf(table),
  );
  expect(
    silent.map(nameOf),
    "give them a column for their user, or say in NOBODYS why they need none",
  ).toEqual([]);
});

test("a user's rows are deleted from a table before the rows that they refer to", () => {
  const tooLate = owned.filter((table, place) =>
    owned.slice(0, place).some((earlier) => parentsOf(table).includes(earlier)),
  );
  expect(tooLate.map(nameOf), "move them up in the list of `personal`").toEqual([]);
});

/** The tables that `owned()` declares. */
const ofSomebody = tablesInOrder().filter((table) => ownerColumnOf(table));

test("a unique index of an owned table begins with the owner", () => {
  const shared = ofSomebody.flatMap((table) => {
    const owner = ownerColumnOf(table);
    const { name, indexes, uniqueConstraints, columns } = getTableConfig(table);
    const keys = [
      ...indexes.filter(({ config }) => config.unique).map(({ config }) => config.columns[0]),
      ...uniqueConstraints.map(({ columns: [first] }) => first),
      ...columns.filter(({ isUnique }) => isUnique),
    ];
    return keys.some((first) => first !== owner) ? [name] : [];
  });
  expect(shared, "begin the index with the owner: else one person's row refuses another's").toEqual([]);
});

test("an owned row refers to an owned row of another table only if it belongs to that row", () => {
  const referring = ofSomebody.flatMap((table) => {
    const belongsTo = belongingOf(table)?.parent;
    return parentsOf(table)
      .filter((parent) => ownerColumnOf(parent) && parent !== belongsTo)
      .map((parent) => `${nameOf(table)} -> ${nameOf(parent)}`);
  });
  expect(referring, "declare it with `parent` (core/db/owned): else it could be somebody else's").toEqual([]);
});

test("the table and the slice both declare what belongs to a row of an organisation", () => {
  const tables = new Map<string, unknown>(Object.entries(schema));
  const tableOf = (name: (typeof ORGANISATION_NAMES)[number]) => tables.get(ORGANISATION_ENTITIES[name]);
  for (const name of ORGANISATION_NAMES) {
    const parent = belongingOf(tableOf(name) as SQLiteTable)?.parent;
    const [row] = ORGANISATION_NAMES.filter((other) => tableOf(other) === parent);
    expect(new Set<string>(ORGANISATION_LISTS).has(name), `${name}: childOf`).toBe(parent === undefined);
    expect(organisationPageOf(name, "1", "2"), name).toBe(
      row
        ? `${ORGANISATION_ENTITIES[row]}/2/${ORGANISATION_ENTITIES[name]}`
        : `${ORGANISATION_ENTITIES[name]}/1`,
    );
  }
});

test("a query of an owned table without its owner is refused, even if it is written by hand", () => {
  for (const [table, { name }] of ownersOf()) {
    const owned = getTableConfig(table).name;
    for (const query of [
      `select "id" from "${owned}"`,
      `select id from ${owned} limit 3`,
      `SELECT o.id FROM users o\n  JOIN ${owned} ON true`,
      `update ${owned} set id = ?`,
      `delete from ${owned} where id = ?`,
      `insert into ${owned} (id) values (?) on conflict do update set id = ?`,
    ]) {
      expect(() => refuseWithoutOwner(query), query).toThrow(owned);
    }
    expect(() =>
      refuseWithoutOwner(`select "id" from "${owned}" where "${owned}"."${name}" = ?`),
    ).not.toThrow();
    expect(() => refuseWithoutOwner(`delete from ${owned} where ${owned}.${name} in (?, ?)`)).not.toThrow();
  }
});

/** Each owned table, with the column that has its owner. */
const ownersOf = () =>
  tablesInOrder().flatMap((table) => {
    const column = ownerColumnOf(table);
    return column ? [[table, column] as const] : [];
  });
