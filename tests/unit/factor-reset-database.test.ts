import { afterAll, beforeAll, expect, test } from "vitest";
import { localDatabase } from "#scripts/backup/database.ts";
import { readMigrations } from "#scripts/lib/apply-migrations.ts";
import { findPerson, resetFactorsOf } from "#scripts/lib/factor-reset.ts";
import { everythingIn, fill, openMigrated } from "#tests/support/filled-database.ts";

let opened: Awaited<ReturnType<typeof openMigrated>>;
const named = ({ d1 } = opened) => localDatabase("here", d1, async () => {});
const run = (sql: string) => opened.d1.prepare(sql).run();

beforeAll(async () => {
  opened = await openMigrated();
  await fill(opened.d1);
});
afterAll(() => opened.close());

test.each([
  ["ada", "ada is not an email address"],
  ["eve@example.com", "nobody in here has the address eve@example.com"],
  ["banned@example.com", "banned@example.com has nothing to reset: they sign in with emailed codes only"],
])("a reset for %s changes nothing, and the command gives the reason", async (typed, reason) => {
  await expect(findPerson(named(), typed)).rejects.toThrow(reason);
});

// A new product has only one migration.
test.runIf(readMigrations().length > 1)("a reset in a database of another version is refused", async () => {
  const other = await openMigrated(readMigrations().length - 1);
  await expect(findPerson(named(other), "ada@example.com")).rejects.toThrow(
    "check out the matching version, or apply",
  );
  await other.close();
});

test("a reset removes one person's factors and pending reset, and writes an entry and a notice", async () => {
  await run("update users set email = 'o''brien@example.com' where id = 'u3'");
  await run("insert into second_steps (user_id, sealed, switched_on_at) values ('u3', 'x', 1)");
  const before = await everythingIn(opened.d1);
  const person = await findPerson(named(), " O'Brien@example.com");
  expect(person).toMatchObject({ id: "u3", factors: ["second-step"] });
  await resetFactorsOf(named(), person);
  const bystander = await everythingIn(opened.d1);
  for (const table of ["passkeys", "recovery_codes", "sessions", "access_tokens", "factor_resets"]) {
    expect(bystander.rows[table], table).toEqual(before.rows[table]);
  }
  expect(bystander.rows.second_steps).toMatchObject([
    { user_id: "u1", sealed: "key.iv.text" },
    { user_id: "u3", sealed: null, switched_on_at: null },
  ]);

  await resetFactorsOf(named(), await findPerson(named(), "ada@example.com"));
  const { rows } = await everythingIn(opened.d1);
  for (const table of ["passkeys", "recovery_codes", "sessions", "access_tokens"]) {
    // A product without some slices lacks their tables.
    expect(rows[table] ?? [], table).toEqual([]);
  }
  expect(rows.users).toEqual(before.rows.users);
  expect(rows.factor_resets?.map((row) => (row as { done_at: number }).done_at)).not.toContain(null);
  const entry = { actor_id: null, actor_label: "npm run reset-factors", action: "factor.reset" };
  expect(rows.audit_log?.slice(-2)).toMatchObject([
    { ...entry, subject_id: "u3", subject_label: "o'brien@example.com" },
    { ...entry, subject_id: "u1", subject_label: "ada@example.com" },
  ]);
  expect(rows.notices?.slice(-2)).toMatchObject([
    { user_id: "u3", about: "factorsReset", language: "en" },
    { user_id: "u1", about: "factorsReset", email: "ada@example.com" },
  ]);
  const mails = rows.notices?.slice(-2).map((row) => JSON.stringify({ notice: (row as { id: string }).id }));
  expect(rows.jobs?.slice(-2).map((row) => (row as { about: string }).about)).toEqual(mails);
});
