import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { files } from "#app/schema.ts";
import { addHolding } from "#tests/support/holdings.ts";
import { organisationWithPeople } from "#tests/support/organisation-people.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

test("the deletion of an organisation deletes the files of its rows, also of those that could be restored", async () => {
  const { id: organisationId, name, path, owner } = await organisationWithPeople(worker);
  const rows = [await addHolding(worker, organisationId), await addHolding(worker, organisationId)];
  for (const { id: rowId } of rows) {
    await worker.db.insert(files).values({ kind: "sample", rowId, createdAt: 1, readyAt: 1 });
  }
  await owner.visitor.post(`${path}/holdings/${rows[0]?.id}`, { intent: "remove" });
  expect((await owner.visitor.post(`${path}/delete`, { confirmation: name })).status).toBe(302);
  const left = rows.map(({ id }) => worker.db.$count(files, eq(files.rowId, id)));
  expect(await Promise.all(left)).toEqual([0, 0]);
});
