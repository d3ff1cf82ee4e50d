import type { D1Database } from "@cloudflare/workers-types";
import { afterEach, beforeEach, expect, test } from "vitest";
import { applyMigrations, readMigrations } from "#scripts/lib/apply-migrations.ts";
import { openDatabase } from "#tests/support/database.ts";

// The migration that removes the CHECK on roles rebuilds `users`, which sessions and linked accounts reference.
const migrations = readMigrations();
const position = migrations.findIndex(({ file }) => file === "0005_roles_without_check.sql");
const rebuild = migrations.slice(position, position + 1);

/** Rows as in a deployed product, with a gap where a user was deleted. */
const ROWS = `
  INSERT INTO users (id, email, email_verified_at, name, name_key, role, onboarded_at, created_at, updated_at) VALUES
    ('u1', 'ada@example.com', 1, 'Ada Lovelace', 'ada lovelace', 'admin', 2, 3, 4),
    ('u2', 'gone@example.com', 1, NULL, '', 'user', NULL, 3, 4),
    ('u3', 'grace@example.com', NULL, 'Grace', 'grace', 'user', NULL, 3, 4);
  INSERT INTO users (id, email, banned_at, ban_expires_at, ban_reason, created_at, updated_at)
    VALUES ('u4', 'banned@example.com', 5, 6, 'Because', 7, 8);
  DELETE FROM users WHERE id = 'u2';
  INSERT INTO sessions (id, token_hash, user_id, expires_at, created_at, updated_at)
    VALUES ('s1', 'h1', 'u1', 9, 1, 1), ('s2', 'h2', 'u1', 9, 1, 1), ('s3', 'h3', 'u3', 9, 1, 1);
  INSERT INTO social_accounts (id, user_id, provider, provider_user_id, created_at, updated_at)
    VALUES ('a1', 'u3', 'github', '7', 1, 1);
  INSERT INTO login_challenges (id, email, created_at, expires_at) VALUES ('c1', 'ada@example.com', 1, 2);
  INSERT INTO audit_log (id, at, request_id, actor_id, action) VALUES ('e1', 1, 'r1', 'u1', 'auth.signIn');
`;

let d1: D1Database;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ d1, close } = await openDatabase());
  await applyMigrations(d1, [...migrations.slice(0, position), { file: "rows", sql: ROWS }]);
});
afterEach(() => close());

const all = async (sql: string) => (await d1.prepare(sql).all()).results;

/** Every row of every table with its rowid, the results of each search, and the tables, indexes and triggers. */
async function contents() {
  const tables = await all(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_search%' ESCAPE '\\' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  );
  const rows = await Promise.all(
    tables.map(async ({ name }) => [name, await all(`SELECT rowid AS row_number, * FROM ${name}`)]),
  );
  return {
    rows: Object.fromEntries(rows),
    found: await Promise.all(["ada", "grace", "example", "banned", "gone"].map(search)),
    objects: await all("SELECT type, name, tbl_name FROM sqlite_schema ORDER BY type, name"),
  };
}

const search = (term: string) =>
  all(`SELECT id FROM users_search JOIN users ON users.rowid = users_search.rowid
    WHERE users_search MATCH '"${term}"' ORDER BY id`);

const addLibrarian = () =>
  d1
    .prepare(
      "INSERT INTO users (id, email, email_verified_at, name_key, role, created_at, updated_at) VALUES ('u5', 'zora@example.com', 1, 'zora', 'librarian', 86400000, 1)",
    )
    .run();

test("the rebuild keeps rows with their rowids, search results, totals, indexes and triggers", async () => {
  const before = await contents();
  expect(before.found[0], "the search works").toEqual([{ id: "u1" }]);
  expect(before.rows.users.map((user: { row_number: number }) => user.row_number)).toEqual([1, 3, 4]);
  await applyMigrations(d1, rebuild);
  expect(await contents()).toEqual(before);
});

test("the table accepts a role that the CHECK refused", async () => {
  await expect(addLibrarian()).rejects.toThrow("CHECK constraint failed");
  await applyMigrations(d1, rebuild);
  await addLibrarian();
  expect(await all("SELECT role FROM users WHERE id = 'u5'")).toEqual([{ role: "librarian" }]);
});

test("triggers and foreign keys still work", async () => {
  await applyMigrations(d1, rebuild);
  const total = () => all("SELECT value FROM totals WHERE name = 'users'");
  expect(await total()).toEqual([{ value: 3 }]);
  await addLibrarian();
  expect(await total()).toEqual([{ value: 4 }]);
  expect(await search("zora")).toEqual([{ id: "u5" }]);
  expect(await all("SELECT value FROM daily_counts WHERE (day, name) = ('1970-01-02', 'sign-ups')")).toEqual([
    { value: 1 },
  ]);
  await d1.prepare("UPDATE users SET name_key = 'neale' WHERE id = 'u5'").run();
  expect(await search("neale")).toEqual([{ id: "u5" }]);
  await d1.prepare("DELETE FROM users WHERE id = 'u5'").run();
  expect(await search("neale")).toEqual([]);
  expect(await total()).toEqual([{ value: 3 }]);
  await expect(d1.prepare("DELETE FROM users WHERE id = 'u1'").run()).rejects.toThrow("FOREIGN KEY");
  await expect(d1.prepare("UPDATE sessions SET user_id = 'nobody'").run()).rejects.toThrow("FOREIGN KEY");
});

test("a rebuild that leaves out a user with a session fails and changes nothing", async () => {
  const before = await contents();
  const lossy = rebuild.map(({ file, sql }) => ({
    file,
    sql: sql.replace("FROM users_copy;", "FROM users_copy WHERE id <> 'u1';"),
  }));
  await expect(applyMigrations(d1, lossy)).rejects.toThrow("FOREIGN KEY");
  expect(await contents()).toEqual(before);
});
