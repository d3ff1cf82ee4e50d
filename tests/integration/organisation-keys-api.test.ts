import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { organisationKeys, users } from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { type ApiDocument, type DescribedOperation, readApiDocument } from "#tests/support/api-document.ts";
import { codeOf } from "#tests/support/api-problem.ts";
import { filledPath } from "#tests/support/api-samples.ts";
import { contentsOf } from "#tests/support/contents.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import {
  isForKeys,
  keyShownIn,
  newKeyForm,
  placedForKey,
  requestOf,
  withKey,
} from "#tests/support/organisation-keys.ts";
import { addMember, addOrganisation } from "#tests/support/organisations.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { addUser } from "#tests/support/people.ts";
import { expectUnknown } from "#tests/support/unknown-rows.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests what an organisation key can do, with every operation in the document.

const storage = gatedStorage();
let worker: TestWorker;
let api: ApiDocument;
let owner: ApiCaller;
let admin: ApiCaller;
/** The operations that a key may call, and those among them that write. */
let allowed: DescribedOperation[];
let writes: DescribedOperation[];

beforeAll(async () => {
  worker = await startTestWorker({ ...storage.options, seeded: true });
  api = await readApiDocument(worker);
  allowed = api.operations.filter(isForKeys);
  writes = allowed.filter(({ method }) => method !== "get");
  admin = await ApiCaller.of(worker, { role: "admin" }, ["read", "write", "manage"]);
});
beforeEach(async () => {
  owner = await ApiCaller.of(worker, {}, ["read", "write"]);
});
afterAll(() => worker.stop());

test("the document lists which operations accept an organisation key", () => {
  expect(api.document).toMatchObject({
    components: {
      securitySchemes: { accessToken: { description: expect.stringContaining("a key of an organisation") } },
    },
  });
});

/** Creates an organisation with a key. */
async function organisation(given: Parameters<typeof withKey>[2] = {}) {
  const made = await addOrganisation(worker, owner.owner.id, { name: "Hogarth" });
  return { ...made, ...(await withKey(owner, made.id, given)) };
}

const contents = () => contentsOf(worker, { without: ["access_tokens", "organisation_keys", "audit_log"] });

test("a key reads its organisation and the members, and no other organisation", async () => {
  const { id, slug, program } = await organisation();
  const other = await addOrganisation(worker, owner.owner.id, { name: "Kelmscott" });
  const own = { id, name: "Hogarth", slug, logo: null, role: null };
  expect(await program.read("/organisation")).toEqual(own);
  expect(await program.read("/organisations")).toEqual({ items: [own], next: null });
  expect(await program.read(`/organisations/${id}`)).toEqual(own);
  expect((await program.read(`/organisations/${id}/members`)).items).toMatchObject([
    { userId: owner.owner.id, role: "owner" },
  ]);
  for (const path of ["", "/members"])
    expect(await codeOf(await program.call(`/organisations/${other.id}${path}`))).toBe(
      "ORGANIZATION_NOT_FOUND",
    );
});

test("a key can use each operation on its organisation as the document says, in few round trips", async () => {
  for (const operation of allowed) {
    const { path, program } = await placedForKey(operation, api.operations, owner);
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const response = await program.call(path, { ...(await requestOf(operation, worker)), headers });
    expect(response.status, operation.operationId).toBeLessThan(300);
    expect(await api.objection(operation, response.clone()), operation.operationId).toBeNull();
    const most = { get: 2, post: 7, patch: 4, delete: 3 }[operation.method] ?? 0;
    expect(databaseCost(response).roundTrips, operation.operationId).toBeLessThanOrEqual(most);
  }
});

test("a key can do nothing with people: with accounts, owned rows, or the roles of members", async () => {
  const others = api.operations.filter((operation) => !isForKeys(operation));
  expect(others.length).toBeGreaterThan(15);
  for (const operation of others) {
    const path = await filledPath(operation, api.operations, admin, owner);
    const { id, program } = await organisation({ scopes: ["read", "write", "manage"] });
    const named = path.replace(/^\/organisations\/[\w-]+/, `/organisations/${id}`);
    const before = await contents();
    expect(
      await codeOf(await program.call(named, await requestOf(operation, worker))),
      operation.operationId,
    ).toBe("INSUFFICIENT_SCOPE");
    expect(await contents(), operation.operationId).toEqual(before);
  }
});

test("a key needs the scope", async () => {
  for (const operation of allowed) {
    const scope = operation.method === "get" ? "write" : "read";
    const { path, program } = await placedForKey(operation, api.operations, owner, { scopes: [scope] });
    expect(
      await codeOf(await program.call(path, await requestOf(operation, worker))),
      operation.operationId,
    ).toBe("INSUFFICIENT_SCOPE");
  }
});

test("for a key, another organisation and its rows do not exist, at the same cost", async () => {
  for (const operation of allowed.filter(({ path }) => path.includes("{id}"))) {
    const { path, organisationId } = await placedForKey(operation, api.operations, owner);
    const [, rowId] = path.match(/[\da-f-]{36}/g) ?? [];
    // The key was used before. Otherwise only the first response would include the cost of recording the use.
    const { id: ownId, program } = await organisation({ lastUsedAt: Date.now() });
    const init = await requestOf(operation, worker);
    const before = await contents();
    await expectUnknown(storage, operation.operationId, organisationId, (named) =>
      program.call(path.replace(organisationId, named), init),
    );
    if (rowId) {
      await expectUnknown(storage, operation.operationId, rowId, (named) =>
        program.call(path.replace(organisationId, ownId).replace(rowId, named), init),
      );
    }
    expect(await contents(), operation.operationId).toEqual(before);
  }
});

describe("a key stops working", () => {
  const refused = async (program: ApiCaller) => {
    const response = await program.call("/organisation");
    expect([response.status, await codeOf(response)]).toEqual([401, "INVALID_ACCESS_TOKEN"]);
  };

  test("on its last day, when it is revoked, and with its organisation", async () => {
    await refused((await organisation({ expiresAt: Date.now() - 1 })).program);
    const { program, key } = await organisation();
    await program.read("/organisation");
    await worker.db.delete(organisationKeys).where(eq(organisationKeys.id, key.id));
    await refused(program);

    const visitor = await Visitor.signedIn(worker);
    const { id, slug } = await addOrganisation(worker, visitor.userId as string, { name: "Omega" });
    const { program: its } = await withKey(owner, id);
    await its.read("/organisation");
    await visitor.post(`/app/o/${slug}/delete`, { confirmation: "Omega" });
    await refused(its);
  });

  test("but not when its creator leaves, is banned, or deletes their account", async () => {
    const visitor = await Visitor.signedIn(worker);
    const maker = visitor.userId as string;
    const { id, slug } = await addOrganisation(worker, (await addUser(worker)).id);
    const { id: memberId } = await addMember(worker, { organisationId: id, userId: maker, role: "owner" });
    const html = await (await visitor.post(`/app/o/${slug}/keys`, newKeyForm())).text();
    const program = owner.with(keyShownIn(html) ?? "");
    await worker.db.update(users).set({ bannedAt: 1 }).where(eq(users.id, maker));
    await program.read("/organisation");
    await worker.db.update(users).set({ bannedAt: null }).where(eq(users.id, maker));
    await visitor.post(`/app/o/${slug}/members/${memberId}`, { intent: "remove" });
    expect((await program.read(`/organisations/${id}/members`)).items).toHaveLength(1);
    const manager = await Visitor.signedIn(worker, { role: "admin" });
    expect((await manager.post(`/manager/users/${maker}`, { intent: "delete" })).status).toBe(302);
    await program.read("/organisation");
  });

  test("even right before a write, which then does not happen", async () => {
    for (const operation of writes) {
      for (const end of [
        (id: string) => worker.db.delete(organisationKeys).where(eq(organisationKeys.id, id)),
        (id: string) =>
          worker.db.update(organisationKeys).set({ expiresAt: 1 }).where(eq(organisationKeys.id, id)),
      ]) {
        const { path, program, key } = await placedForKey(operation, api.operations, owner);
        const init = await requestOf(operation, worker);
        const before = await contents();
        const response = await rightBefore(
          storage,
          () => program.call(path, init),
          () => end(key.id),
        );
        expect(response.status, operation.operationId).toBeGreaterThanOrEqual(400);
        expect(await contents(), operation.operationId).toEqual(before);
      }
    }
  });
});
