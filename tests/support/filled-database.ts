import type { D1Database } from "@cloudflare/workers-types";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { unstable_splitSqlQuery } from "wrangler";
import { applyMigrations, readMigrations } from "#scripts/lib/apply-migrations.ts";
import { tablesInOrder } from "#scripts/lib/table-order.ts";
import { seed } from "#scripts/seed/seed.ts";
import { openDatabase } from "./database.ts";

/** A row for each table that the seed leaves empty, with texts that are hard to transfer. */
const ROWS = `
  INSERT INTO users (id, email, email_verified_at, name, name_key, created_at, updated_at) VALUES
    ('u1', 'ada@example.com', 1, 'Ada "the" O''Brien' || char(10) || char(8232) || '؟ 🙂 \\n', 'ada the o''brien', 86400000, 4),
    ('u2', 'gone@example.com', 1, NULL, '', 86400000, 4),
    ('u3', 'banned@example.com', NULL, 'NUL' || char(0) || 'in the middle', 'nul', 3, 4);
  UPDATE users SET banned_at = 5, ban_reason = 'Because' WHERE id = 'u3';
  DELETE FROM users WHERE id = 'u2';
  INSERT INTO sessions (id, token_hash, user_id, expires_at, created_at, updated_at) VALUES ('s1', 'h1', 'u1', 9, 1, 1);
  DELETE FROM sessions;
  INSERT INTO sessions (id, token_hash, user_id, expires_at, created_at, updated_at) VALUES ('s2', 'h2', 'u1', 9, 1, 1);
  INSERT INTO access_tokens (id, user_id, name, token_hash, scopes, created_at, expires_at)
    VALUES ('t1', 'u1', 'CI', 'h1', '["read"]', 1, 2);
  INSERT INTO idempotency_keys (id, request_hash, created_at) VALUES ('k1', 'h1', 1);
  INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter, transports, aaguid, backed_up, created_at)
    VALUES ('p1', 'u1', 'Phone', 'cred', 'key', 3, '["internal"]', '00000000-0000-0000-0000-000000000000', 1, 1);
  INSERT INTO used_passkey_challenges (id, used_by, expires_at) VALUES ('c1', 's2', 2);
  INSERT INTO social_accounts (id, user_id, provider, provider_user_id, created_at, updated_at)
    VALUES ('a1', 'u1', 'github', '7', 1, 1);
  INSERT INTO login_challenges (id, email, created_at, expires_at) VALUES ('c1', 'ada@example.com', 1, 2);
  INSERT INTO second_steps (user_id, sealed, switched_on_at, last_time_step) VALUES ('u1', 'key.iv.text', 1, 2);
  INSERT INTO recovery_codes (code_hash, user_id, created_at) VALUES ('h1', 'u1', 1);
  INSERT INTO files (id, kind, user_id, row_id, name, type, bytes, created_at, ready_at)
    VALUES ('f1', 'picture', 'u1', 'u1', 'me.jpg', 'image/jpeg', 3, 1, 2);
  INSERT INTO cron_runs (cron, ran_at, failed) VALUES ('17 3 * * *', 1, '[]');
  INSERT INTO login_failures (hour, value) VALUES (1, 2);
  INSERT INTO budgets (id, began_at, used) VALUES ('kv:loginCodes', 1, 2);
  INSERT INTO database_marks (name, marked_at) VALUES ('demo', 1);
  INSERT INTO key_versions (table_name, version, after) VALUES ('books', 2, NULL);
  INSERT INTO equal_rows (table_name, row_id) VALUES ('books', 'gone');
  INSERT INTO email_changes (id, user_id, old_email, new_email, created_at, due_at, done_at)
    VALUES ('e1', 'u1', 'a@example.com', 'ada@example.com', 1, 2, 3), ('e2', 'u1', 'ada@example.com', 'b@example.com', 1, 2, NULL);
  INSERT INTO factor_resets (id, user_id, email, of_manager, begun_by, begun_at, due_at, done_at, language, site)
    VALUES ('f1', 'u1', 'ada@example.com', 0, 'u3', 1, 2, 3, 'en', 'https://example.com'), ('f2', 'u1', 'ada@example.com', 0, 'u3', 1, 2, NULL, 'en', 'https://example.com');
  INSERT INTO notices (id, user_id, email, about, language, created_at)
    VALUES ('n1', 'u1', 'a@example.com', 'emailChanged', 'en', 1), ('n2', 'u1', 'a@example.com', 'emailChanged', 'en', 1);
  INSERT INTO jobs (id, kind, user_id, created_at, next_attempt_at) VALUES ('j1', 'notice', 'u1', 1, 3);
  INSERT INTO audit_log (id, at, request_id, actor_id, action, changes)
    VALUES ('l1', 1, 'r1', 'u1', 'auth.signIn', NULL), ('l2', 2, 'r2', 'u1', 'account.rename', '[["name",null,"Ada"]]');
  INSERT INTO deleted_rows (id, entity, label, row, deleted_at) VALUES ('d1', 'user', 'Gone', '{"id":"d1"}', 1);
  INSERT INTO deleted_rows (id, entity, user_id, label, row, deleted_at) VALUES ('d2', 'user', 'u1', 'Mine', '{"id":"d2"}', 1);
  INSERT INTO readings (id, user_id, book_id, title, author, title_key, state, rating, finished_on, note, created_at, updated_at)
    VALUES ('r1', 'u1', 'b1', 'Emma', 'Jane Austen', 'emma', 'read', 5, '2026-11-01', 'Again', 1, 2);
  INSERT INTO bounces (email, reason, at) VALUES ('ada@example.com', 'bounce', 1);
  INSERT INTO shares (id, user_id, book_id, title, email, created_at, updated_at)
    VALUES ('h1', 'u1', 'b1', 'Emma', 'friend@example.com', 1, 2), ('h2', 'u1', NULL, NULL, 'friend@example.com', 1, 2);
  INSERT INTO organisations (id, name, name_key, slug, created_at, updated_at) VALUES ('o1', 'Bookbinders', 'bookbinders', 'bookbinders', 1, 2);
  INSERT INTO organisation_addresses (slug, organisation_id, replaced_at) VALUES ('bookbinders', 'o1', NULL), ('binders', 'o1', 3);
  INSERT INTO organisation_members (id, organisation_id, user_id, role, created_at, updated_at) VALUES ('om1', 'o1', 'u1', 'owner', 1, 2);
  INSERT INTO organisation_teams (id, organisation_id, name, name_key, created_at, updated_at) VALUES ('ot1', 'o1', 'Binders', 'binders', 1, 2);
  INSERT INTO organisation_team_members (id, organisation_id, team_id, member_id, user_id, created_at, updated_at) VALUES ('otm1', 'o1', 'ot1', 'om1', 'u1', 1, 2);
  INSERT INTO organisation_keys (id, organisation_id, name, token_hash, scopes, created_at, expires_at, last_used_at) VALUES ('ok1', 'o1', 'CI', 'kh1', '["read"]', 1, 2, NULL);
  INSERT INTO organisation_invitations (id, organisation_id, user_id, email, role, state, nonce, expires_at, created_at, updated_at)
    VALUES ('oi1', 'o1', 'u1', 'friend@example.com', 'member', 'declined', 'n1', 3, 1, 2), ('oi2', 'o1', 'u1', 'other@example.com', 'member', 'open', 'n2', 3, 1, 2);
  INSERT INTO email_preferences (id, kind, user_id, mailbox_key, is_on, due_at, site, created_at, updated_at)
    VALUES ('m1', 'digest', 'u1', NULL, 1, 3, 'https://example.com', 1, 2), ('m2', 'share', NULL, 'h1', 0, NULL, 'https://example.com', 1, 2);
`;

/**
 * Applies migrations as wrangler does, which records each migration. @param upTo the number of migrations; all by
 * default
 */
async function migrate(d1: D1Database, upTo = readMigrations().length): Promise<void> {
  const migrations = readMigrations().slice(0, upTo);
  await applyMigrations(d1, [
    ...migrations,
    {
      file: "",
      sql: `CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE);
        INSERT INTO d1_migrations (name) VALUES ${migrations.map(({ file }) => `('${file}')`)};`,
    },
  ]);
}

/** Fills a migrated database so that every table has rows. @throws {Error} that names a table without any */
export async function fill(d1: D1Database): Promise<void> {
  await seed(d1);
  const names = tablesInOrder().map((table) => getTableConfig(table).name);
  // A product without some slices lacks their tables.
  const rows = unstable_splitSqlQuery(ROWS).filter((statement) => {
    const [, into] = /INSERT INTO (\w+)/.exec(statement) ?? [];
    return into === undefined || names.includes(into);
  });
  await applyMigrations(d1, [{ file: "", sql: rows.join(";\n") }]);
  for (const table of tablesInOrder()) {
    const { name } = getTableConfig(table);
    const row = await d1.prepare(`SELECT 1 FROM ${name}`).first();
    if (!row) throw new Error(`${name} has no row: add one in tests/support/filled-database.ts`);
  }
}

/** A migrated database in memory. */
export async function openMigrated(upTo?: number): Promise<Awaited<ReturnType<typeof openDatabase>>> {
  const opened = await openDatabase();
  await migrate(opened.d1, upTo);
  return opened;
}

/**
 * Every row of every table of the schema, in the order of insertion, and what each search index finds for the keys of
 * the first row of its table. Keys without a word that is long enough are left out.
 */
export async function everythingIn(d1: D1Database) {
  const rows: Record<string, unknown[]> = {};
  const found: Record<string, unknown[]> = {};
  for (const table of tablesInOrder()) {
    const { name, columns } = getTableConfig(table);
    rows[name] = (await d1.prepare(`SELECT * FROM ${name} ORDER BY rowid`).all()).results;
    const indexed = await d1.prepare(`SELECT 1 FROM sqlite_master WHERE name = '${name}_search'`).first();
    if (!indexed) continue;
    const keys = columns.map((column) => column.name).filter((column) => /_key$|^email$/.test(column));
    const first: Record<string, unknown> = { ...(rows[name]?.[0] ?? {}) };
    for (const key of keys) {
      // The phrase must be within a word, because the index has two spaces between words.
      const [term] = /\S{3}/.exec(String(first[key] ?? "")) ?? [];
      if (term === undefined) continue;
      const { results } = await d1
        .prepare(
          `SELECT id FROM ${name}_search JOIN ${name} ON ${name}.rowid = ${name}_search.rowid WHERE ${name}_search MATCH ? ORDER BY ${name}.rowid`,
        )
        .bind(`"${term}"`)
        .all();
      found[`${name}: ${key} ${term}`] = results;
    }
  }
  return { rows, found };
}
