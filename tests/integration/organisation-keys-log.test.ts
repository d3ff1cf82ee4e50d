import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUR } from "#app/core/lib/durations.ts";
import { auditLog, organisationKeys } from "#app/schema.ts";
import { newTokenText } from "#app/slices/api/token/token-text.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { type ApiDocument, type DescribedOperation, readApiDocument } from "#tests/support/api-document.ts";
import { codeOf } from "#tests/support/api-problem.ts";
import { pathOf } from "#tests/support/api-samples.ts";
import { startDemo } from "#tests/support/demo-site.ts";
import { isForKeys, keysOf, placedForKey, requestOf, withKey } from "#tests/support/organisation-keys.ts";
import { addOrganisation } from "#tests/support/organisations.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests what else a request with an organisation key writes: log entries, the time of the key's last use, and
// responses to repeat. The last tests are about the limits of keys.

const t = textsIn("en");
let worker: TestWorker;
let api: ApiDocument;
let owner: ApiCaller;
/** The operations that write and that a key may call. */
let writes: DescribedOperation[];
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  api = await readApiDocument(worker);
  owner = await ApiCaller.of(worker, {}, ["read", "write"]);
  writes = api.operations.filter((operation) => isForKeys(operation) && operation.method !== "get");
});
afterAll(() => worker.stop());

/** Those of these operations that add a row. */
const creates = () => writes.filter(({ path }) => !path.includes("Id}"));

/** Creates an organisation with a key. */
async function organisation() {
  const made = await addOrganisation(worker, owner.owner.id, { name: "Hogarth" });
  return { ...made, ...(await withKey(owner, made.id)) };
}

describe("the log", () => {
  test("names the organisation and the key, but no person, in the manager and to the owners", async () => {
    for (const operation of writes) {
      const { path, program, key, organisationId } = await placedForKey(operation, api.operations, owner);
      const since = Date.now();
      expect((await program.call(path, await requestOf(operation, worker))).status).toBeLessThan(300);
      const entries = await worker.db.select().from(auditLog).where(eq(auditLog.tokenName, key.name));
      expect(
        entries.filter(({ at, tenantId }) => at >= since && tenantId === organisationId),
        operation.operationId,
      ).toMatchObject([
        { actorId: null, actorLabel: "Bookbinders", tokenName: "Robot", tenantId: organisationId },
      ]);
    }
    const visitor = await Visitor.signedIn(worker);
    const { id, slug } = await addOrganisation(worker, visitor.userId as string, { name: "Omega" });
    const { program } = await withKey(owner, id, { name: "Sexton" });
    const [create] = creates();
    if (!create) return;
    await program.call(pathOf(create).replace("{id}", id), await requestOf(create, worker));
    const manager = await Visitor.signedIn(worker, { role: "admin" });
    const [own, all] = [await visitor.get(`/app/o/${slug}/audit`), await manager.get("/manager/audit")];
    await expect(own).toShow("Omega");
    await expect(own).toShow(t("organisation:audit.withToken", { name: "Sexton" }));
    await expect(all).toShow("Omega");
    await expect(all).toShow(t("audit:withToken", { name: "Sexton" }));
  });

  test("has one entry an hour for a key's refusals, with their number", async () => {
    const { id, program, key } = await organisation();
    for (let n = 0; n < 3; n++) await program.call("/me");
    const isIt = eq(auditLog.subjectId, key.id);
    await expect.poll(async () => (await worker.db.select().from(auditLog).where(isIt))[0]?.count).toBe(3);
    expect(await worker.db.select().from(auditLog).where(isIt)).toMatchObject([
      {
        action: "request.refused",
        code: "INSUFFICIENT_SCOPE",
        actorId: null,
        actorLabel: "Hogarth",
        tenantId: id,
      },
    ]);
  });
});

test("a request with an Idempotency-Key runs once, and another key repeats nothing of it", async () => {
  for (const create of creates()) {
    const { path, program, organisationId } = await placedForKey(create, api.operations, owner);
    const init = { ...(await requestOf(create, worker)), headers: { "Idempotency-Key": "once" } };
    const [first, again] = [await program.call(path, init), await program.call(path, init)];
    expect([first.status, again.status], create.operationId).toEqual([201, 201]);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(await again.json()).toEqual(await first.json());
    const { program: other } = await withKey(owner, organisationId);
    expect((await other.call(path, init)).headers.get("Idempotency-Replayed")).toBeNull();
  }
});

test("a key is found in the same round trip as access tokens, and its use is recorded at most once an hour", async () => {
  const { id, program } = await organisation();
  const made = owner.with(await newTokenText());
  const cost = databaseCost(await made.call("/organisation"));
  expect(cost).toMatchObject({ roundTrips: 1, rowsWritten: 0 });
  expect(cost.rowsRead).toBeLessThanOrEqual(1);
  expect(databaseCost(await program.call("/organisation")).roundTrips).toBe(2);
  const used = async () => (await keysOf(worker, id))[0]?.lastUsedAt ?? null;
  await expect.poll(used).not.toBeNull();
  const first = await used();
  await program.read("/organisation");
  expect(await used()).toBe(first);
  const anHourAgo = Date.now() - HOUR - 1;
  await worker.db.update(organisationKeys).set({ lastUsedAt: anHourAgo });
  await program.read("/organisation");
  await expect.poll(used).not.toBe(anHourAgo);
});

describe("the limits of keys", () => {
  test("count writes with all keys of an organisation together, and another organisation separately", async () => {
    const LIMIT = 3;
    const limited = await startTestWorker({
      seeded: true,
      overrides: {
        ratelimits: { WRITE_LIMITER: { namespace_id: "7", simple: { limit: LIMIT, period: 60 } } },
      },
    });
    try {
      const caller = await ApiCaller.of(limited);
      /** Sends requests of a new organisation, with two keys in turn. @returns how many requests succeed */
      const writeInTurns = async () => {
        const made = await addOrganisation(limited, caller.owner.id);
        const programs = [await withKey(caller, made.id), await withKey(caller, made.id)];
        const [create] = creates();
        for (let n = 0; create; n++) {
          const path = pathOf(create).replace("{id}", made.id);
          const answer = await programs[n % 2]?.program.call(path, await requestOf(create, limited));
          if (answer?.status === 429) return n;
          expect(answer?.status).toBeLessThan(300);
        }
        return LIMIT;
      };
      // The minute may end during one of the two runs, which resets the count of that run.
      expect(Math.min(await writeInTurns(), await writeInTurns())).toBe(LIMIT);
    } finally {
      await limited.stop();
    }
  });

  test("the demo refuses changes with a key", async () => {
    const demo = await startDemo();
    try {
      const caller = await ApiCaller.of(demo);
      const made = await addOrganisation(demo, caller.owner.id);
      const { program } = await withKey(caller, made.id);
      expect((await program.call("/organisation")).status).toBe(200);
      for (const operation of creates()) {
        const refused = await program.call(
          pathOf(operation).replace("{id}", made.id),
          await requestOf(operation, worker),
        );
        expect([refused.status, await codeOf(refused)]).toEqual([403, "DEMO_READ_ONLY"]);
      }
    } finally {
      await demo.stop();
    }
  });
});
