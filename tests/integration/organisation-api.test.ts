import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiCaller } from "#tests/support/api-caller.ts";
import { readApiDocument } from "#tests/support/api-document.ts";
import { codeOf } from "#tests/support/api-problem.ts";
import { filledPath, pathOf, validBody } from "#tests/support/api-samples.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { rolesIn } from "#tests/support/organisation-people.ts";
import { program, withPrograms } from "#tests/support/organisation-programs.ts";
import { addInvitation, addMember, addMembers } from "#tests/support/organisations.ts";
import { overtake } from "#tests/support/overtaken.ts";
import { expectUnknown } from "#tests/support/unknown-rows.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests organisations through the API: what members can do with their tokens, and that the tokens of others
// can do nothing.

const storage = gatedStorage();
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ ...storage.options, seeded: true });
});
afterAll(() => worker.stop());

const setRole = (caller: ApiCaller, path: string, role: string) =>
  caller.call(path, { method: "PATCH", json: { role } });

test("a token lists the organisations of its owner, with the owner's role, and reads each", async () => {
  const { id, name, slug, path, owner, administrator } = await withPrograms(worker);
  await withPrograms(worker);
  for (const [caller, role] of [
    [owner, "owner"],
    [administrator, "administrator"],
  ] as const) {
    const own = { id, name, slug, logo: null, role };
    expect(await caller.read("/organisations")).toEqual({ items: [own], next: null });
    expect(await caller.read(path)).toEqual(own);
    const { items } = (await caller.read(`${path}/members`)) as { items: { userId: string; role: string }[] };
    expect(items.map(({ userId, role }) => [userId, role])).toEqual([
      [owner.owner.id, "owner"],
      [administrator.owner.id, "administrator"],
    ]);
  }
});

test("the members of an organisation of 100 are read page by page, each in one round trip in addition to the token's", async () => {
  const { id, path, owner } = await withPrograms(worker);
  await addMembers(worker, id, 98);
  const seen: string[] = [];
  for (let next: string | null = `${path}/members`; next; ) {
    const response = await owner.call(next);
    const { roundTrips, rowsRead } = databaseCost(response);
    expect(roundTrips).toBe(2);
    expect(rowsRead).toBeLessThanOrEqual(70);
    const page = (await response.json()) as { items: { id: string }[]; next: string | null };
    seen.push(...page.items.map(({ id }) => id));
    next = page.next;
  }
  expect(new Set(seen).size).toBe(100);
  expect(seen).toHaveLength(100);
});

describe("to anyone but its members, an organisation does not exist", () => {
  test("for every operation, at the same cost: to a stranger, an invited user, a former member, and an administrator of the product", async () => {
    const { operations } = await readApiDocument(worker);
    const ofOne = operations.filter((one) => pathOf(one).startsWith("/organisations/"));
    expect(ofOne.length).toBeGreaterThanOrEqual(4);
    const owner = await program(worker);
    for (const operation of ofOne) {
      const path = await filledPath(operation, operations, owner);
      const [, organisationId = ""] = /^\/organisations\/([\w-]+)/.exec(path) ?? [];
      const invited = await program(worker);
      const former = await program(worker);
      const admin = await program(worker, { role: "admin" });
      const { owner: invitedUser } = invited;
      await addInvitation(worker, { organisationId, userId: owner.owner.id, email: invitedUser.email });
      const { id } = await addMember(worker, { organisationId, userId: former.owner.id, role: "owner" });
      await owner.call(`/organisations/${organisationId}/members/${id}`, { method: "DELETE" });
      const before = await rolesIn(worker, organisationId);
      const json = await validBody(operation, worker);
      const init = { method: operation.method.toUpperCase(), ...(json && { json }) };
      for (const stranger of [invited, former, admin]) {
        const send = (named: string) => stranger.call(path.replace(organisationId, named), init);
        await expectUnknown(storage, operation.operationId, organisationId, send);
        expect(await codeOf(await send(organisationId))).toBe("ORGANIZATION_NOT_FOUND");
        expect(await stranger.read("/organisations")).toEqual({ items: [], next: null });
      }
      expect(await rolesIn(worker, organisationId)).toEqual(before);
    }
  });
});

describe("through the API, as on the pages,", () => {
  test("a member gives roles and removes members, up to their own role", async () => {
    const { id, memberId, path, owner, administrator, administratorId } = await withPrograms(worker);
    const member = await program(worker);
    const joined = { organisationId: id, userId: member.owner.id, role: "member" } as const;
    const own = `${path}/members/${(await addMember(worker, joined)).id}`;
    const refused = async (response: Promise<Response>) => codeOf(await response);

    expect(await (await setRole(administrator, own, "administrator")).json()).toMatchObject({
      role: "administrator",
      userId: member.owner.id,
    });
    expect(await refused(setRole(administrator, own, "owner"))).toBe(
      "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER",
    );
    await setRole(owner, own, "member");
    const others = `${path}/members/${administratorId}`;
    expect(await refused(setRole(member, others, "member"))).toBe(
      "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER",
    );
    expect(await refused(member.call(others, { method: "DELETE" }))).toBe(
      "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER",
    );
    for (const [method, json] of [["PATCH", { role: "member" }], ["DELETE"]] as const) {
      const last = owner.call(`${path}/members/${memberId}`, { method, ...(json && { json }) });
      expect(await refused(last)).toBe("ONLY_OWNER_CANNOT_LEAVE");
    }
    expect((await administrator.call(own, { method: "DELETE" })).status).toBe(204);
    expect(await refused(administrator.call(own, { method: "DELETE" }))).toBe("MEMBER_NOT_FOUND");
    expect(await rolesIn(worker, id)).toEqual({ [memberId]: "owner", [administratorId]: "administrator" });
  });

  test("a member of another organisation does not exist in this one", async () => {
    const own = await withPrograms(worker);
    const other = await withPrograms(worker);
    const foreign = `${own.path}/members/${other.administratorId}`;
    expect(await codeOf(await setRole(own.owner, foreign, "member"))).toBe("MEMBER_NOT_FOUND");
    expect(await codeOf(await own.owner.call(foreign, { method: "DELETE" }))).toBe("MEMBER_NOT_FOUND");
    expect((await rolesIn(worker, other.id))[other.administratorId]).toBe("administrator");
  });

  test("a member who is removed during a change changes nothing", async () => {
    const { id, path, owner, administrator, administratorId } = await withPrograms(worker);
    const member = await program(worker);
    const joined = { organisationId: id, userId: member.owner.id, role: "member" } as const;
    const { id: memberId } = await addMember(worker, joined);
    const { slow, quick } = await overtake(storage, {
      write: /insert into "audit_log"/,
      slow: () => setRole(administrator, `${path}/members/${memberId}`, "administrator"),
      quick: () => owner.call(`${path}/members/${administratorId}`, { method: "DELETE" }),
    });
    expect([slow.status, quick.status]).toEqual([404, 204]);
    expect((await rolesIn(worker, id))[memberId]).toBe("member");
  });
});

test("a token without the scope does nothing", async () => {
  const { path, owner, administratorId } = await withPrograms(worker);
  const reader = await owner.another(["read"]);
  expect(await codeOf(await setRole(reader, `${path}/members/${administratorId}`, "member"))).toBe(
    "INSUFFICIENT_SCOPE",
  );
  const writer = await owner.another(["write"]);
  expect(await codeOf(await writer.call("/organisations"))).toBe("INSUFFICIENT_SCOPE");
});
