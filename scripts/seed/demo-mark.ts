import type { D1Database } from "@cloudflare/workers-types";
import { FIRST_ACCOUNTS } from "#app/identity/user/first-accounts.ts";

const accounts = FIRST_ACCOUNTS.map(({ email }) => `'${email}'`).join(", ");

/** Marks a database as the demo's, unless it has users other than the demo's accounts. The worker checks the mark. */
export const MARK_AS_DEMO = `INSERT INTO database_marks (name, marked_at) SELECT 'demo', unixepoch() * 1000 WHERE NOT EXISTS (SELECT 1 FROM users WHERE email NOT IN (${accounts})) ON CONFLICT DO NOTHING`;

/** Counts the marks: 1 or 0. */
export const COUNT_DEMO_MARKS = "SELECT count(*) AS count FROM database_marks WHERE name = 'demo'";

/** @throws {Error} if the database has users other than the demo's accounts */
export async function markAsDemo(db: D1Database): Promise<void> {
  await db.prepare(MARK_AS_DEMO).run();
  if ((await db.prepare(COUNT_DEMO_MARKS).first("count")) === 1) return;
  throw new Error(
    'DEMO=true needs a database with no users but the demo\'s accounts: "npm run db:reset" creates one.',
  );
}
