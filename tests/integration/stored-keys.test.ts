import { eq, ne } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { KEYED_TABLES } from "#app/core/db/keyed-columns.ts";
import { comparisonKey, KEY_VERSION } from "#app/core/lib/comparison-key.ts";
import { cronRuns, keyVersions, users } from "#app/schema.ts";
import { EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const USERS = 600;

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ settings: { WORKERS_PLAN: "free" } });
});
afterAll(() => worker.stop());

/** Whether the cron must still check the keys of a table. */
async function isUnfinished(): Promise<boolean> {
  const current = await worker.db.$count(keyVersions, eq(keyVersions.version, KEY_VERSION));
  const open = await worker.db.$count(keyVersions, ne(keyVersions.after, ""));
  return current <= KEYED_TABLES.length || open > 0;
}

test("on the free plan, a run recomputes the keys of 250 rows at most, and later runs those of the others", async () => {
  await worker.d1
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
        INSERT INTO users (id, email, name, name_key, created_at, updated_at)
        SELECT 'user-' || i, 'user-' || i || '@example.com', 'Zoë ' || i, 'old', i, i FROM n`,
    )
    .bind(USERS)
    .run();
  for (let runs = 0; await isUnfinished(); runs++) {
    expect(runs).toBeLessThan(20);
    await runCron(worker, EVERY_15_MINUTES);
  }
  const looked = worker.logs
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === "keys computed anew");
  expect(looked.map((line) => line.users)).toEqual([250, 250, 100]);
  const stored = await worker.db.select({ name: users.name, key: users.nameKey }).from(users);
  expect(stored).toHaveLength(USERS);
  for (const { name, key } of stored) expect(key).toBe(comparisonKey(name));
  expect(await worker.db.select({ failed: cronRuns.failed }).from(cronRuns)).toEqual([{ failed: [] }]);
});
