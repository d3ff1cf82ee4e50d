import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, files, organisations } from "#app/schema.ts";
import { canIn, ORGANISATION_ROLES } from "#app/slices/organisation/organisation-roles.ts";
import { codeOf } from "#tests/support/organisation-people.ts";
import { addMember, addOrganisation } from "#tests/support/organisations.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { pictureAddresses, pictureFile, postFile } from "#tests/support/upload-files.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

async function withOrganisation() {
  const { id: userId, visitor } = await someone(worker);
  const { id, slug } = await addOrganisation(worker, userId, { name: "Bookbinders" });
  return { id, userId, slug, visitor, page: `/app/o/${slug}` };
}

const send = (visitor: Visitor, page: string) =>
  postFile(visitor, pictureFile("plain.png"), { path: `${page}/logo`, name: "logo.png" });

const heldBy = async (id: string) =>
  (await worker.db.select().from(organisations).where(eq(organisations.id, id)))[0]?.logoId;

const actions = async (rowId: string) =>
  (
    await worker.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.subjectId, rowId))
      .orderBy(auditLog.at)
  )
    .map(({ action }) => action)
    .filter((action) => action === "organisation.update");

test("the page of an organisation and the manager show its logo, in one round trip each", async () => {
  const { id, visitor, page } = await withOrganisation();
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  const shownTo = [
    [visitor, page],
    [admin, `/manager/organisations/${id}`],
  ] as const;
  for (const [reader, path] of shownTo) {
    const bare = await reader.get(path);
    expect(databaseCost(bare).roundTrips, path).toBe(1);
    expect(await pictureAddresses(bare), path).toEqual([]);
  }
  expect(await send(visitor, page)).toRedirectTo(page);
  for (const [reader, path] of shownTo) {
    const [address = ""] = await pictureAddresses(await reader.get(path));
    expect((await reader.get(address)).headers.get("Content-Type"), path).toBe("image/webp");
  }
  // The second time, there is no logo left to remove.
  for (let n = 0; n < 2; n++) {
    const removed = await visitor.post(`${page}/logo`, { intent: "remove-file" });
    expect(removed).toRedirectTo(page);
    expect(codeOf(removed)).toBeNull();
  }
  expect(await pictureAddresses(await visitor.get(page))).toEqual([]);
  expect(await actions(id)).toEqual(["organisation.update", "organisation.update"]);
});

test("the page that changes a logo leaves no space for a missing one", async () => {
  const { visitor, page } = await withOrganisation();
  const box = 'picture-square">';
  expect(await (await visitor.get(`${page}/logo`)).text()).not.toContain(box);
  await send(visitor, page);
  expect(await (await visitor.get(`${page}/logo`)).text()).toContain(box);
  await visitor.post(`${page}/logo`, { intent: "remove-file" });
});

test("lists of organisations show a logo, and read as many rows as without", async () => {
  const { id, userId, slug, visitor, page } = await withOrganisation();
  await addOrganisation(worker, userId, { name: "Without a logo" });
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  const lists = [
    [visitor, "/app/o"],
    [admin, `/manager/organisations?searchTerm=${slug}`],
    [admin, "/manager/organisations?sort=-created"],
  ] as const;
  const userPage = `/manager/users/${userId}`;
  const bare = new Map<string, ReturnType<typeof databaseCost>>();
  for (const [reader, path] of lists) {
    const list = await reader.get(path);
    bare.set(path, databaseCost(list));
    expect(await pictureAddresses(list), path).toEqual([]);
  }
  await send(visitor, page);
  const [onPage] = await pictureAddresses(await visitor.get(page));
  for (const [reader, path] of lists) {
    const list = await reader.get(path);
    const { roundTrips, rowsRead } = databaseCost(list);
    expect({ roundTrips, rowsRead }, path).toEqual({ roundTrips: 1, rowsRead: bare.get(path)?.rowsRead });
    expect(await pictureAddresses(list), path).toEqual([onPage]);
  }
  expect(await pictureAddresses(await admin.get(userPage))).toEqual([onPage]);
  await visitor.post(`${page}/logo`, { intent: "remove-file" });
  expect(await heldBy(id)).toBeNull();
  for (const [reader, path] of [...lists, [admin, userPage] as const])
    expect(await pictureAddresses(await reader.get(path)), path).toEqual([]);
});

test("two logos that are sent at the same time leave one, and the organisation shows it", async () => {
  const { id, visitor, page } = await withOrganisation();
  await Promise.all([send(visitor, page), send(visitor, page)]);
  const rows = await worker.db.select().from(files).where(eq(files.rowId, id));
  expect(rows).toHaveLength(1);
  expect(await heldBy(id)).toBe(rows[0]?.id);
});

test("a logo whose row could not be written leaves the organisation as it was", async () => {
  const { id, visitor, page } = await withOrganisation();
  await worker.d1
    .prepare(
      "create trigger broken before update of ready_at on files begin select raise(abort, 'broken'); end",
    )
    .run();
  await send(visitor, page);
  await worker.d1.prepare("drop trigger broken").run();
  expect(await heldBy(id)).toBeNull();
  expect(await pictureAddresses(await visitor.get(page))).toEqual([]);
});

describe.each(ORGANISATION_ROLES)("to a member with the role %s", (role) => {
  test("the logo can be changed if the role may change the organisation", async () => {
    const { id, page } = await withOrganisation();
    const { id: userId, visitor } = await someone(worker);
    await addMember(worker, { organisationId: id, userId, role });
    const may = canIn(role, "organisation:update");
    const shown = await visitor.get(page);
    expect((await shown.text()).includes(`href="${page}/logo"`)).toBe(may);
    expect((await visitor.get(`${page}/logo`)).status).toBe(may ? 200 : 403);
    const answer = await send(visitor, page);
    if (may) expect(answer).toRedirectTo(page);
    else expect(answer.headers.get("X-Error-Code")).toBe("YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION");
    expect(await worker.db.$count(files, eq(files.rowId, id))).toBe(may ? 1 : 0);
  });
});

test("a file that is not a picture is refused, and the logo stays", async () => {
  const { visitor, page } = await withOrganisation();
  await send(visitor, page);
  const [before] = await pictureAddresses(await visitor.get(page));
  const refused = await postFile(visitor, new Uint8Array(9), { path: `${page}/logo`, name: "logo.png" });
  expect(refused.status).toBe(400);
  await expect(refused).toShow(t("upload:errors.noPicture"));
  expect(await pictureAddresses(await visitor.get(page))).toEqual([before]);
});

test("without a store for files, the page does not exist", async () => {
  const bare = await startTestWorker({ overrides: { r2Buckets: {} } });
  const { id: userId, visitor } = await someone(bare);
  const { slug } = await addOrganisation(bare, userId);
  expect((await visitor.get(`/app/o/${slug}/logo`)).status).toBe(404);
  await bare.stop();
});
