import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ORGANISATION_ENTITIES } from "#app/owned-entities.ts";
import { organisationMembers } from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { type ApiDocument, type DescribedOperation, readApiDocument } from "#tests/support/api-document.ts";
import { codeOf } from "#tests/support/api-problem.ts";
import { filledPath, validCall } from "#tests/support/api-samples.ts";
import { addAccessToken } from "#tests/support/api-tokens.ts";
import { contentsOf } from "#tests/support/contents.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { addOrganisation } from "#tests/support/organisations.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { expectUnknown } from "#tests/support/unknown-rows.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests an organisation's rows through the API, with every operation in the document on such rows.
// organisation-api.test.ts tests what strangers get.

const storage = gatedStorage();
let worker: TestWorker;
let api: ApiDocument;
let ofRows: DescribedOperation[];
let owner: ApiCaller;

beforeAll(async () => {
  worker = await startTestWorker({ ...storage.options, seeded: true });
  api = await readApiDocument(worker);
  ofRows = api.operations.filter(({ path }) =>
    Object.values(ORGANISATION_ENTITIES).some((plural) => path.includes(`/organisations/{id}/${plural}`)),
  );
  owner = await ApiCaller.of(worker, {}, ["read", "write"]);
});
afterAll(() => worker.stop());

/** Makes a valid request for an operation. */
const requestOf = async (operation: DescribedOperation) => ({
  method: operation.method.toUpperCase(),
  ...(await validCall(operation, worker)),
});

/** Finds the ids in a path: the organisation's, and the row's. */
const idsIn = (path: string) => path.match(/[\da-f-]{36}/g) as [string, string?];

/** Gives the members of an organisation a role that may only read. */
const takeRole = (organisationId: string) =>
  worker.db
    .update(organisationMembers)
    .set({ role: sql`'guest'` })
    .where(eq(organisationMembers.organisationId, organisationId));

/** Reads all tables but those that record each use of a token and each refusal. */
const contents = () => contentsOf(worker, { without: ["access_tokens", "audit_log"] });

/**
 * Reads the contents without the files that are being received. If such a file never becomes ready, a job
 * deletes it.
 */
async function contentsWithReadyFiles() {
  const { jobs, files, ...others } = await contents();
  return { ...others, files: files?.filter(({ ready_at }) => ready_at !== null) };
}

test("another organisation's row is answered as if it did not exist, at the same cost", async () => {
  for (const operation of ofRows.filter(({ path }) => /\{\w+Id\}/.test(path))) {
    const path = await filledPath(operation, api.operations, owner);
    const [organisationId, rowId = ""] = idsIn(path);
    const stranger = await ApiCaller.of(worker, {}, ["read", "write"]);
    const { id } = await addOrganisation(worker, stranger.owner.id);
    const init = await requestOf(operation);
    await expectUnknown(storage, operation.operationId, rowId, (named) =>
      stranger.call(path.replace(organisationId, id).replace(rowId, named), init),
    );
  }
});

test("a member whose role may not write can read, and a refusal gives the reason", async () => {
  for (const operation of ofRows) {
    const path = await filledPath(operation, api.operations, owner);
    await takeRole(idsIn(path)[0]);
    const before = await contents();
    const response = await owner.call(path, await requestOf(operation));
    expect(await api.objection(operation, response.clone()), operation.operationId).toBeNull();
    if (operation.method === "get") expect(response.status, operation.operationId).toBe(200);
    else expect(await codeOf(response), operation.operationId).toBe("ACCESS_DENIED");
    expect(await contents(), operation.operationId).toEqual(before);
  }
});

test("a member who loses the role or is removed right before a write changes nothing", async () => {
  for (const operation of ofRows.filter(({ method }) => method !== "get")) {
    for (const lose of [
      takeRole,
      (id: string) => worker.db.delete(organisationMembers).where(eq(organisationMembers.organisationId, id)),
    ]) {
      const path = await filledPath(operation, api.operations, owner);
      const [organisationId] = idsIn(path);
      const init = await requestOf(operation);
      const stored = "body" in init ? contentsWithReadyFiles : contents;
      let before: unknown;
      const response = await rightBefore(
        storage,
        () => owner.call(path, init),
        async () => {
          await lose(organisationId);
          before = await stored();
        },
      );
      expect([403, 404], operation.operationId).toContain(response.status);
      expect(await stored(), operation.operationId).toEqual(before);
    }
  }
});

test("a token that is bound to the organisation does the same there, and nothing in its owner's other organisations", async () => {
  for (const operation of ofRows) {
    const path = await filledPath(operation, api.operations, owner);
    const [organisationId] = idsIn(path);
    const own = await addOrganisation(worker, owner.owner.id);
    const [membership] = await worker.db
      .select()
      .from(organisationMembers)
      .where(eq(organisationMembers.organisationId, organisationId));
    const boundTo = async (membershipId: string) =>
      owner.with(
        (await addAccessToken(worker, owner.owner.id, { membershipId, scopes: ["read", "write"] })).text,
      );
    const elsewhere = await boundTo(own.memberId);
    expect(await codeOf(await elsewhere.call(path, await requestOf(operation))), operation.operationId).toBe(
      "ORGANIZATION_NOT_FOUND",
    );
    const here = await boundTo(membership?.id ?? "");
    expect((await here.call(path, await requestOf(operation))).status, operation.operationId).toBeLessThan(
      300,
    );
  }
});

test("reads take one round trip in addition to the token's", async () => {
  for (const operation of ofRows.filter(({ method }) => method === "get")) {
    const path = await filledPath(operation, api.operations, owner);
    expect(databaseCost(await owner.call(path)).roundTrips, operation.operationId).toBe(2);
  }
});
