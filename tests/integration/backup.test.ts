import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { environments } from "#scripts/lib/environments.ts";
import { startCommands } from "#tests/support/commands.ts";
import { everythingIn } from "#tests/support/filled-database.ts";

let commands: Awaited<ReturnType<typeof startCommands>>;
let file: string;

beforeAll(async () => {
  commands = await startCommands();
  file = path.join(commands.folder, "deployed.ndjson.gz");
});
afterAll(() => commands.stop());

describe("a deployed database", () => {
  test("is backed up by queries that change nothing", async () => {
    const { api, name, script } = commands;
    const { code, output } = await script("backup", ["--env", "production", file]);
    expect(output).toContain(`${file} holds ${name} as of`);
    expect(code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const queries = api.asked.filter(({ method }) => method === "POST");
    expect(queries.length).toBeGreaterThan(0);
    for (const { path, body } of queries) {
      expect(path).toBe("/accounts/nobody/d1/database/the-database/query");
      expect(body.sql).toMatch(/^select /);
    }
  });

  test("keeps its rows unless its name is typed", async () => {
    const { deployed, name, script } = commands;
    const before = await everythingIn(deployed.d1);
    const restore = ["--env", "production", file];
    const refused = await script("restore", restore);
    expect(refused.output).toContain(`Not restored: ${name} has rows in`);
    expect(refused.output).toContain("--replace deletes them");
    const { code, output } = await script("restore", [...restore, "--replace"], {
      typed: `${name}-preview\n`,
    });
    expect(output).toContain("Not restored: nothing was deleted");
    expect(code).toBe(1);
    expect(await everythingIn(deployed.d1)).toEqual(before);
  });

  test("is replaced by one import, completely or not at all", async () => {
    const { api, deployed, name, script } = commands;
    const before = await everythingIn(deployed.d1);
    await deployed.d1.prepare("DELETE FROM daily_counts").run();
    await deployed.d1
      .prepare("CREATE TRIGGER refuses BEFORE INSERT ON audit_log BEGIN SELECT raise(ABORT, 'No'); END")
      .run();
    const torn = await everythingIn(deployed.d1);
    const failed = await script("restore", ["--env", "production", file, "--replace", "--yes"]);
    expect(failed.output).toContain(`Not restored: ${name} has not changed:`);
    expect(await everythingIn(deployed.d1)).toEqual(torn);

    await deployed.d1.prepare("DROP TRIGGER refuses").run();
    api.asked.length = 0;
    const { code, output } = await script("restore", ["--env", "production", file, "--replace"], {
      typed: `${name}\n`,
    });
    expect(output).toContain("Everyone has to sign in again");
    expect(code).toBe(0);
    expect(api.asked.filter(({ body }) => body.action).map(({ body }) => body.action)).toEqual([
      "init",
      "ingest",
    ]);
    const { rows } = await everythingIn(deployed.d1);
    expect(rows.users).toEqual(before.rows.users);
    expect(rows.daily_counts).toEqual(before.rows.daily_counts);
  });
});

test("the local database restores the backup of a deployed one, and its own backup is identical", async () => {
  const { folder, name, run, script } = commands;
  expect(await script("restore", [file])).toMatchObject({
    code: 1,
    output: expect.stringContaining(`Not restored: ${name} has no migrations`),
  });
  await run("wrangler", ["d1", "migrations", "apply", "DB", "--local"]);
  expect((await script("restore", [file])).output).toContain(`${name} is as of`);
  const again = path.join(folder, "local.ndjson.gz");
  expect((await script("backup", [again])).output).toContain(`${again} holds ${name} as of`);
  // Drop the first line, which has the time, and the last line, which has the hash.
  const rowsOf = (backup: string) => gunzipSync(readFileSync(backup)).toString().split("\n").slice(1, -2);
  expect(rowsOf(again)).toEqual(rowsOf(file));
});

test.each([
  [
    "backup",
    ["--env", "staging"],
    `No backup: --env must be one of ${environments().join(", ")}, not staging`,
  ],
  ["backup", ["--emv", "preview"], "No backup: Unknown option '--emv'"],
  ["restore", [], "Not restored: name the file of the backup"],
])("the command %s %j is refused before anything happens", async (name, args, reason) => {
  const { api, script } = commands;
  api.asked.length = 0;
  const { code, output } = await script(name, args);
  expect(code).toBe(1);
  expect(output).toContain(reason);
  expect(output).not.toContain("    at ");
  expect(api.asked).toEqual([]);
});
