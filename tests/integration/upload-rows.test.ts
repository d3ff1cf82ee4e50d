import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import { deletedRows, files } from "#app/schema.ts";
import { DAILY, runCron } from "#tests/support/cron.ts";
import { addOrganisation } from "#tests/support/organisations.ts";
import { addUser } from "#tests/support/people.ts";
import { pictureFile, postFile, putObject, textFile } from "#tests/support/upload-files.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

/** Adds a file to a row that has no owner. */
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

/** Downloads a user's data. @returns the files that the download lists */
async function filesInDownload(owner: Visitor): Promise<{ name: string; address: string }[]> {
  return ((await (await owner.get("/account/data")).json()) as { files: [] }).files;
}

describe("the download of a user's data leads to each file that they have sent:", () => {
  test("to a picture as it was redrawn", async () => {
    const owner = await Visitor.signedIn(worker);
    await postFile(owner, pictureFile("with-place.jpg"), { path: "/account/picture", name: "me.jpg" });
    const [found] = await filesInDownload(owner);
    expect(found?.name).toBe("me.jpg");
    const sent = await owner.get(found?.address ?? "");
    expect(Object.fromEntries(sent.headers)).toMatchObject({
      "cache-control": "private, no-store",
      "content-type": "image/webp",
      "content-disposition": "attachment; filename=me.jpg.webp",
    });
    expect(await sent.text()).not.toContain("Exif");
  });

  test("to a document unchanged, which nobody else can download, not even an administrator", async () => {
    const owner = await Visitor.signedIn(worker);
    const [id, content] = [crypto.randomUUID(), textFile("Our contract")];
    const { userId } = owner;
    const file = {
      id,
      userId,
      kind: "sample",
      rowId: "row",
      name: "contract.txt",
      type: "text/plain",
      bytes: 12,
    };
    await worker.db.insert(files).values({ ...file, createdAt: 1, readyAt: 1 });
    await putObject(worker, `files/${id}/source`, content);
    const [{ address } = { address: "" }] = await filesInDownload(owner);
    const sent = await owner.get(address);
    expect(sent.headers.get("Cache-Control")).toBe("private, no-store");
    expect(sent.headers.get("Content-Disposition")).toBe("attachment; filename=contract.txt");
    expect(await sent.text()).toBe("Our contract");

    const admin = await Visitor.signedIn(worker, { role: "admin" });
    const unknown = await (await admin.get(`/account/data/files/${crypto.randomUUID()}`)).text();
    for (const other of [admin, await Visitor.signedIn(worker)]) {
      const refused = await other.get(address);
      expect([refused.status, await refused.text()]).toEqual([404, unknown]);
    }
    expect(await new Visitor(worker).get(address)).toRedirectTo("/login");
    await worker.db.delete(files).where(eq(files.id, id));
    expect((await owner.get(address)).status).toBe(404);
  });
});

test("a file of an organisation is deleted with it", async () => {
  const owner = await addUser(worker);
  const organisation = await addOrganisation(worker, owner.id);
  await addFile(organisation.id);
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  await admin.post(`/manager/organisations/${organisation.id}`, { intent: "delete" });
  expect(await filesOf(organisation.id)).toBe(0);
});
