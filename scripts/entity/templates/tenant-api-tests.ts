import type { EntityDefinition } from "../definition.ts";

/**
 * The tests of the operations on an entity whose rows belong to organisations. The first tests are about access by
 * strangers' programs.
 */
export function tenantApiTest({ name, aName, Name, plural, title }: EntityDefinition): string {
  return `import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog, organisationMembers } from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { type DescribedOperation, readApiDocument } from "#tests/support/api-document.ts";
import { codeOf } from "#tests/support/api-problem.ts";
import { validBody } from "#tests/support/api-samples.ts";
import { addAccessToken } from "#tests/support/api-tokens.ts";
import { addInvitation, addMember, addOrganisation } from "#tests/support/organisations.ts";
import { add${Name} } from "#tests/support/${plural}.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
let create: DescribedOperation;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  const { operations } = await readApiDocument(worker);
  create = operations.find(({ operationId }) => operationId === "create${Name}") as DescribedOperation;
});
afterAll(() => worker.stop());

/** A user's program. */
const program = (role: "user" | "admin" = "user") => ApiCaller.of(worker, { role }, ["read", "write"]);

/** An organisation, and a program of its owner. */
async function organisation() {
  const owner = await program();
  const { id, memberId } = await addOrganisation(worker, owner.owner.id);
  return { id, memberId, owner, list: \`/organisations/\${id}/${plural}\` };
}

/** The program of a member of an organisation. */
async function memberOf(organisationId: string) {
  const member = await program();
  const { id } = await addMember(worker, { organisationId, userId: member.owner.id, role: "member" });
  return { member, isIt: eq(organisationMembers.id, id) };
}

/** The body with which a program creates a new ${name}. */
const bodyOf = async (title: string) => ({ ...(await validBody(create, worker)), ${title.name}: title });

/** The error codes of all operations on the list and on a row; null for those that succeed. */
async function answersOf(caller: ApiCaller, list: string, id: string) {
  const path = \`\${list}/\${id}\`;
  const requests: [string, string, object?][] = [
    ["GET", list],
    ["POST", list, await bodyOf("Taken over")],
    ["GET", path],
    ["PATCH", path, { ${title.name}: "Taken over" }],
    ["DELETE", path],
    ["POST", \`\${path}/restore\`],
  ];
  const answers: (string | null)[] = [];
  for (const [method, to, json] of requests) {
    const response = await caller.call(to, { method, ...(json && { json }) });
    answers.push(response.ok ? null : await codeOf(response));
  }
  return answers;
}

interface Listed {
  items: { id: string }[];
  next: string | null;
}

test("the organisation is not found by programs of people outside it, invited people, former members and administrators of the product, or by one that is bound to another organisation", async () => {
  const [ours, theirs] = [await organisation(), await organisation()];
  const { id } = await add${Name}(worker, ours.id, { ${title.name}: "Very private" });
  const { member: former, isIt } = await memberOf(ours.id);
  await worker.db.delete(organisationMembers).where(isIt);
  const invited = await program();
  await addInvitation(worker, { organisationId: ours.id, userId: ours.owner.owner.id, email: invited.owner.email });
  const elsewhere = await addOrganisation(worker, ours.owner.owner.id);
  const bound = await addAccessToken(worker, ours.owner.owner.id, { membershipId: elsewhere.memberId, scopes: ["read", "write"] });
  const strangers = [theirs.owner, former, invited, await program("admin"), ours.owner.with(bound.text)];
  for (const stranger of strangers)
    for (const organisationId of [ours.id, crypto.randomUUID()])
      expect(await answersOf(stranger, \`/organisations/\${organisationId}/${plural}\`, id)).toEqual(Array(6).fill("ORGANIZATION_NOT_FOUND"));
  expect(await ours.owner.read(ours.list)).toMatchObject({ items: [{ id, ${title.name}: "Very private" }], next: null });
});

test("another organisation's ${name} gets the same response as a missing one", async () => {
  const [ours, theirs] = [await organisation(), await organisation()];
  const { id } = await add${Name}(worker, theirs.id, { ${title.name}: "Theirs" });
  for (const foreign of [id, crypto.randomUUID()])
    expect((await answersOf(ours.owner, ours.list, foreign)).slice(2)).toEqual(Array(4).fill("NOT_FOUND"));
  expect(await theirs.owner.read(\`\${theirs.list}/\${id}\`)).toMatchObject({ ${title.name}: "Theirs" });
});

test("a member whose role may not write can only read, and other requests get a reason", async () => {
  const { id: organisationId, list, owner } = await organisation();
  const { id } = await add${Name}(worker, organisationId);
  const { member, isIt } = await memberOf(organisationId);
  // The table has no such role, so it may only read.
  await worker.db.update(organisationMembers).set({ role: sql\`'guest'\` }).where(isIt);
  const may = [null, "ACCESS_DENIED", null, "ACCESS_DENIED", "ACCESS_DENIED", "ACCESS_DENIED"];
  expect(await answersOf(member, list, id)).toEqual(may);
  expect((await owner.read(list)).items).toHaveLength(1);
});

test("a program adds ${aName} once, then changes, deletes and restores what it has seen, and the log names the token, the organisation and no value", async () => {
  const { id: organisationId, memberId, list, owner } = await organisation();
  const token = await addAccessToken(worker, owner.owner.id, { name: "Bound", membershipId: memberId, scopes: ["read", "write"] });
  const bound = owner.with(token.text);
  const sent = { method: "POST", json: await bodyOf("Typed once"), headers: { "Idempotency-Key": "one" } };
  const [first, again] = [await bound.call(list, sent), await bound.call(list, sent)];
  const { id } = (await first.json()) as { id: string };
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(await again.json()).toMatchObject({ id });
  const path = \`\${list}/\${id}\`;
  expect(new URL(first.headers.get("Location") ?? "").pathname).toBe(\`/api/v1\${path}\`);
  const { member } = await memberOf(organisationId);
  expect(await member.read(list)).toMatchObject({ items: [{ id, ${title.name}: "Typed once" }], next: null });

  const seen = { "If-Match": first.headers.get("ETag") ?? "" };
  const change = { method: "PATCH", json: { ${title.name}: "Changed" }, headers: seen };
  expect((await bound.call(path, change)).status).toBe(200);
  for (const late of [change, { method: "DELETE", headers: seen }]) {
    const refused = await bound.call(path, late);
    expect(refused.status).toBe(412);
    expect(await refused.json()).toMatchObject({ current: { ${title.name}: "Changed" } });
  }
  expect((await bound.call(path, { method: "DELETE" })).status).toBe(204);
  expect((await bound.call(path)).status).toBe(404);
  const restored = await bound.call(\`\${path}/restore\`, { method: "POST" });
  expect(await restored.json()).toMatchObject({ id, ${title.name}: "Changed" });

  const entries = await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(entries.map(({ action }) => action).sort()).toEqual(["${name}.create", "${name}.delete", "${name}.update", "row.restore"].sort());
  for (const entry of entries)
    expect(entry).toMatchObject({ tokenName: "Bound", tenantId: organisationId, subjectLabel: null, changes: null });
});

test("a program pages through all rows, each once, in one round trip in addition to the token's, and searches them", async () => {
  const { id: organisationId, list, owner } = await organisation();
  for (let n = 0; n < 25; n++) await add${Name}(worker, organisationId, { ${title.name}: \`Number \${n}\` });
  const seen: string[] = [];
  for (let path: string | null = \`\${list}?sort=${title.name}\`; path; ) {
    const response = await owner.call(path);
    expect(databaseCost(response).roundTrips).toBe(2);
    const { items, next } = (await response.json()) as Listed;
    seen.push(...items.map(({ id }) => id));
    path = next;
  }
  expect(new Set(seen).size).toBe(25);
  expect(seen).toHaveLength(25);
  expect(await owner.read(\`\${list}?searchTerm=number%2024\`)).toMatchObject({ items: [{ ${title.name}: "Number 24" }] });
});
`;
}
