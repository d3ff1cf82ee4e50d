import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { D1Database } from "@cloudflare/workers-types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backUp } from "#scripts/backup/back-up.ts";
import { type BackupDatabase, localDatabase } from "#scripts/backup/database.ts";
import { prepareRestore } from "#scripts/backup/restore.ts";
import { backupTables, DECISIONS, tablesToEmpty } from "#scripts/backup/tables.ts";
import { readMigrations } from "#scripts/lib/apply-migrations.ts";
import { everythingIn, fill, openMigrated } from "#tests/support/filled-database.ts";

const folder = mkdtempSync(path.join(tmpdir(), "backup-"));
const file = path.join(folder, "good.ndjson.gz");

let source: Awaited<ReturnType<typeof openMigrated>>;
let target: Awaited<ReturnType<typeof openMigrated>>;
/** Small transactions, so that every restore takes several. */
const named = (d1: D1Database): BackupDatabase => localDatabase("here", d1, async () => {}, 1000);

beforeAll(async () => {
  source = await openMigrated();
  target = await openMigrated();
  await fill(source.d1);
  // Pages of two rows, so that every table takes several.
  await backUp(named(source.d1), file, 2);
});

afterAll(async () => {
  await source.close();
  await target.close();
  rmSync(folder, { recursive: true });
});

/** Empties the target. */
async function empty(): Promise<void> {
  await target.d1.batch(tablesToEmpty().map((table) => target.d1.prepare(`DELETE FROM ${table}`)));
}

/** A changed copy of the backup file. */
function changed(by: (lines: string[]) => string[] | Buffer): string {
  const result = by(gunzipSync(readFileSync(file)).toString().split("\n"));
  const name = path.join(folder, "bad.ndjson.gz");
  writeFileSync(name, Array.isArray(result) ? gzipSync(result.join("\n")) : result);
  return name;
}

test("a restored database equals its source, except for the data that backups leave out", async () => {
  const restoration = await prepareRestore(named(target.d1), file);
  expect(restoration.filled).toEqual([]);
  await restoration.carryOut();
  const before = await everythingIn(source.d1);
  const after = await everythingIn(target.d1);
  for (const finds of Object.values(before.found)) expect(finds).not.toEqual([]);
  expect(after.found).toEqual(before.found);
  const withoutSessions = (rows: unknown[] = []) =>
    rows.map((row) => JSON.stringify(row)).filter((row) => !row.includes('"sessions"'));
  expect(withoutSessions(after.rows.totals).sort()).toEqual(withoutSessions(before.rows.totals).sort());
  const ids = (rows: unknown[] = []) => rows.map((row) => (row as { id: string }).id);
  for (const [table, rows] of Object.entries(before.rows)) {
    if (
      [
        "budgets",
        "jobs",
        "sessions",
        "access_tokens",
        "organisation_keys",
        "recovery_codes",
        "idempotency_keys",
        "login_challenges",
        "cron_runs",
        "login_failures",
        "used_passkey_challenges",
      ].includes(table)
    ) {
      expect(after.rows[table], table).toEqual([]);
    } else if (["email_changes", "factor_resets", "organisation_invitations"].includes(table)) {
      expect(ids(rows), table).toHaveLength(2);
      expect(ids(after.rows[table]), table).toEqual(ids(rows).slice(0, 1));
    } else if (table !== "totals") {
      expect(after.rows[table], table).toEqual(rows);
    }
  }
});

test("only its owner can read the backup file, and a second backup does not overwrite it", async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const before = readFileSync(file);
  await expect(backUp(named(source.d1), file)).rejects.toThrow(`${file} exists`);
  expect(readFileSync(file)).toEqual(before);
});

test("each table of the schema is backed up, or says why a part of it is left out", () => {
  for (const [table, decision] of Object.entries(DECISIONS)) {
    if (decision === "all") continue;
    expect("leftOut" in decision ? decision.leftOut : decision.because, table).not.toBe("");
  }
  // The name of a token is not secret.
  const isSecret = (column: string) => /token|secret|hash/.test(column) && column !== "token_name";
  const secret = backupTables().flatMap(({ name, columns }) =>
    columns.filter(isSecret).map((column) => `${name}.${column}`),
  );
  expect(secret, "a backup would hold these secrets").toEqual([]);
});

describe("a restore or backup is refused with a reason, and changes nothing,", () => {
  let before: Awaited<ReturnType<typeof everythingIn>>;

  beforeAll(async () => {
    await empty();
    await target.d1.prepare("INSERT INTO login_failures (hour, value) VALUES (7, 7)").run();
    before = await everythingIn(target.d1);
  });

  afterAll(async () => {
    expect(await everythingIn(target.d1)).toEqual(before);
  });

  const refused = (bad: string, reason: string | RegExp, { d1 } = target) =>
    expect(prepareRestore(named(d1), bad)).rejects.toThrow(reason);

  test.each<[string, (lines: string[]) => string[] | Buffer, string | RegExp]>([
    ["a file that is cut off", () => readFileSync(file).subarray(0, -20), "cut off or damaged"],
    [
      "a file with a changed byte",
      () => {
        const bytes = readFileSync(file);
        const middle = Math.floor(bytes.length / 2);
        bytes[middle] = (bytes[middle] as number) ^ 1;
        return bytes;
      },
      "can't be used",
    ],
    ["changed content", (lines) => lines.map((line) => line.replace("ada@", "eve@")), "it was changed"],
    ["a missing row", (lines) => lines.filter((line) => !line.includes("ada@example.com")), "it was changed"],
    ["a missing end", (lines) => [...lines.slice(0, -2), ""], "its end is missing"],
    ["half a line at the end", (lines) => lines.slice(0, -1), "its last line is cut off"],
    ["lines after the end", (lines) => [...lines.slice(0, -1), "[1]", ""], "don't belong there"],
    [
      "another format",
      (lines) => [lines[0]?.replace('"backup":1', '"backup":2') ?? "", ...lines.slice(1)],
      "is not a backup of format 1",
    ],
    [
      "an unknown table",
      (lines) => lines.map((line) => line.replace('"table":"users"', '"table":"people"')),
      "no table people",
    ],
    ["a file that is not a backup", () => Buffer.from("Not gzip"), "cut off or damaged"],
  ])("with %s", async (_, by, reason) => {
    await refused(changed(by), reason);
  });

  test("without a file", async () => {
    await refused(path.join(folder, "nowhere"), "ENOENT");
  });

  // A new product has only one migration.
  test.runIf(readMigrations().length > 1)("with a database that lacks migrations", async () => {
    const other = await openMigrated(readMigrations().length - 1);
    await expect(backUp(named(other.d1), path.join(folder, "other"))).rejects.toThrow(
      "check out the matching version, or apply",
    );
    await other.close();
  });

  test("with a backup of other migrations", async () => {
    const last = readMigrations().at(-1)?.file as string;
    const other = await openMigrated();
    await other.d1.prepare("INSERT INTO d1_migrations (name) VALUES ('9999_of_a_later_version.sql')").run();
    try {
      await refused(file, `this code has those up to ${last}`, other);
      await expect(backUp(named(other.d1), path.join(folder, "other"))).rejects.toThrow(
        "check out a newer version",
      );
    } finally {
      await other.close();
    }
  });
});

test("a restore names each table that has rows, then replaces the whole database", async () => {
  await empty();
  await target.d1.batch([
    target.d1.prepare(
      "INSERT INTO users (id, email, email_verified_at, name_key, created_at, updated_at) VALUES ('x', 'x@example.com', 1, '', 1, 1)",
    ),
    target.d1.prepare(
      "INSERT INTO sessions (id, token_hash, user_id, expires_at, created_at, updated_at) VALUES ('x', 'x', 'x', 1, 1, 1)",
    ),
  ]);
  const restoration = await prepareRestore(named(target.d1), file);
  expect(restoration.filled.toSorted()).toEqual(["daily_counts", "sessions", "users"]);
  await restoration.carryOut();
  const { rows } = await everythingIn(target.d1);
  const before = await everythingIn(source.d1);
  expect(rows.users).toEqual(before.rows.users);
  expect(rows.daily_counts).toEqual(before.rows.daily_counts);
  expect(rows.sessions).toEqual([]);
});

test("a restore with a row that the database refuses leaves the database empty, with its counters at zero", async () => {
  await empty();
  await target.d1
    .prepare("CREATE TRIGGER refuses BEFORE INSERT ON email_changes BEGIN SELECT raise(ABORT, 'No'); END")
    .run();
  try {
    const { carryOut } = await prepareRestore(named(target.d1), file);
    await expect(carryOut()).rejects.toThrow("here is empty now");
  } finally {
    await target.d1.prepare("DROP TRIGGER refuses").run();
  }
  const { rows } = await everythingIn(target.d1);
  for (const [table, left] of Object.entries(rows)) {
    if (table === "totals") expect(left.map((row) => (row as { value: number }).value)).not.toContain(1);
    else expect(left, table).toEqual([]);
  }
});
