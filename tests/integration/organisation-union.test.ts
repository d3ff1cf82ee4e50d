import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unionOf } from "#app/slices/organisation/union-of.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

test.each([1, 5, 6, 30])("D1 returns the ids of %i queries together", async (count) => {
  const ids = Array.from({ length: count }, (_, n) => ({ id: n }));
  expect(await worker.db.all(unionOf(ids.map(({ id }) => sql`select ${id} as id`)))).toEqual(ids);
});
