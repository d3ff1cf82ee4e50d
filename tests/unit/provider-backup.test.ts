import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backUp } from "#scripts/backup/back-up.ts";
import { type BackupDatabase, localDatabase } from "#scripts/backup/database.ts";
import { prepareRestore } from "#scripts/backup/restore.ts";
import { fill, openMigrated } from "#tests/support/filled-database.ts";

const folder = mkdtempSync(path.join(tmpdir(), "backup-"));
let source: Awaited<ReturnType<typeof openMigrated>>;
let target: Awaited<ReturnType<typeof openMigrated>>;
const named = (d1: D1Database): BackupDatabase => localDatabase("here", d1, async () => {}, 1000);

beforeAll(async () => {
  source = await openMigrated();
  target = await openMigrated();
  await fill(source.d1);
});

afterAll(async () => {
  await source.close();
  await target.close();
  rmSync(folder, { recursive: true });
});

describe("while people use the product,", () => {
  /** The source database, which somebody changes right before its linked accounts are read. */
  function meanwhile(...statements: string[]): BackupDatabase {
    const database = named(source.d1);
    let pending = statements;
    return {
      ...database,
      queries: async (sqls) => {
        if (sqls.some((sql) => /from "social_accounts" where/.test(sql))) {
          for (const statement of pending) await source.d1.prepare(statement).run();
          pending = [];
        }
        return database.queries(sqls);
      },
    };
  }
  const NEW_USER =
    "INSERT INTO users (id, email, name_key, created_at, updated_at) VALUES ('new', 'new@example.com', '', 1, 1)";

  test("a backup leaves out rows that are added during it, and rows that refer to them", async () => {
    const busy = path.join(folder, "busy");
    const { rows } = await backUp(
      meanwhile(
        NEW_USER,
        "INSERT INTO social_accounts (id, user_id, provider, provider_user_id, created_at, updated_at) VALUES ('new', 'new', 'github', 'new', 1, 1)",
      ),
      busy,
    );
    expect(rows.social_accounts).toBe(1);
    await source.d1.batch([
      source.d1.prepare("DELETE FROM social_accounts WHERE id = 'new'"),
      source.d1.prepare("DELETE FROM users WHERE id = 'new'"),
    ]);
    await (await prepareRestore(named(target.d1), busy)).carryOut();
  });

  test("a backup is refused if a row that was there now refers to a new one", async () => {
    const torn = path.join(folder, "torn");
    const tear = meanwhile(NEW_USER, "UPDATE social_accounts SET user_id = 'new'");
    await expect(backUp(tear, torn)).rejects.toThrow("social_accounts changed while it was read");
    expect(() => statSync(torn)).toThrow("ENOENT");
  });
});
