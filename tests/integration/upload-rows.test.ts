import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import { deletedRows, files } from "#app/schema.ts";
import { DAILY, runCron } from "#tests/support/cron.ts";
import { addOrganisation } from "#tests/support/organisations.ts";
import { addUser } from "#tests/support/people.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

/** Adds a file to a row, which has no owner. */
const addFile = (rowId: string) =>
  worker.db.insert(files).values({ kind: "sample", rowId, createdAt: Date.now(), readyAt: Date.now() });

const filesOf = (rowId: string) => worker.db.$count(files, eq(files.rowId, rowId));

test("a file stays while its row can be restored, and is then deleted with it", async () => {
  const [id, other] = [crypto.randomUUID(), crypto.randomUUID()];
  await addFile(id);
  await addFile(other);
  await worker.db.insert(deletedRows).values({ id, entity: sql`'sample'`, row: {}, deletedAt: Date.now() });
  await runCron(worker, DAILY, 29 * DAY);
  expect(await filesOf(id)).toBe(1);
  await runCron(worker, DAILY, 31 * DAY);
  expect([await filesOf(id), await filesOf(other)]).toEqual([0, 1]);
});

test("a file of an organisation is deleted with it", async () => {
  const owner = await addUser(worker);
  const organisation = await addOrganisation(worker, owner.id);
  await addFile(organisation.id);
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  await admin.post(`/manager/organisations/${organisation.id}`, { intent: "delete" });
  expect(await filesOf(organisation.id)).toBe(0);
});
