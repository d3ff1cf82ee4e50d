import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PRODUCT_NAME } from "#app/product.ts";
import { auditLog } from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { deleteOwnAccount } from "#tests/support/delete-account.ts";
import { organisationWithPeople } from "#tests/support/organisation-people.ts";
import { addMember, addOrganisation } from "#tests/support/organisations.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

// When an account is deleted, its user leaves all organisations, and each organisation's log records it.

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());

/**
 * Creates a user who shares three organisations with others, is the only member of a fourth, and does not
 * belong to a fifth.
 */
async function leaver() {
  const { visitor, id: userId, email } = await someone(worker);
  const shared = [];
  for (const role of ["owner", "administrator", "member"] as const) {
    const organisation = await organisationWithPeople(worker);
    await addMember(worker, { organisationId: organisation.id, userId, role });
    shared.push(organisation);
  }
  const alone = await addOrganisation(worker, userId);
  const foreign = await organisationWithPeople(worker);
  return { visitor, userId, email, shared, alone, foreign };
}

/** Reads the log entries about organisations. */
const entriesOf = (organisations: { id: string }[]) =>
  worker.db
    .select({
      action: auditLog.action,
      tenantId: auditLog.tenantId,
      actorId: auditLog.actorId,
      subjectId: auditLog.subjectId,
      subjectLabel: auditLog.subjectLabel,
    })
    .from(auditLog)
    .where(
      inArray(
        auditLog.tenantId,
        organisations.map(({ id }) => id),
      ),
    );

const byAdministrator = ({ userId }: { userId: string }) =>
  admin.post(`/manager/users/${userId}`, { intent: "delete" });

/**
 * Deletes an account, and expects one entry in the log of each organisation that its user leaves.
 * @param remove deletes the account
 */
async function expectDeparture(
  remove: (person: { visitor: Visitor; userId: string }) => Promise<Response>,
  { action, says, by }: { action: string; says: string; by: string | null },
) {
  const person = await leaver();
  const { userId, email, shared, alone, foreign } = person;
  expect((await remove(person)).status).toBeLessThan(400);
  const entries = await entriesOf([...shared, alone, foreign]);
  const expected = shared.map(({ id }) => ({
    action,
    tenantId: id,
    actorId: by ?? userId,
    subjectId: userId,
    subjectLabel: email,
  }));
  const ending = entries.filter(({ tenantId }) => tenantId === alone.id);
  expect(ending.map(({ action }) => action)).toEqual(["organisation.delete"]);
  const others = entries.filter(({ tenantId }) => tenantId !== alone.id);
  expect(others).toHaveLength(3);
  expect(others).toEqual(expect.arrayContaining(expected));

  const [{ owner, path }] = shared as [(typeof shared)[0]];
  const page = await owner.visitor.get(`${path}/audit`);
  await expect(page).toShow(says);
  await expect(page).toShow(`${email[0]}•••@example.com`);
  await expect(page).not.toShow(email);
  expect(await worker.db.$count(auditLog, eq(auditLog.subjectId, userId))).toBeGreaterThan(0);
}

const BY_MANAGER = {
  action: "member.remove",
  says: t("organisation:audit.administrator", { product: PRODUCT_NAME }),
};

describe("when an account is deleted, each of its three organisations gets one log entry, which names only the address", () => {
  test("by its owner", () =>
    expectDeparture(deleteOwnAccount, {
      action: "member.leave",
      says: t("audit:actions.member.leave"),
      by: null,
    }));

  test("by an administrator of the product", () =>
    expectDeparture(byAdministrator, { ...BY_MANAGER, by: admin.userId }));

  test("by an administrator's program", async () => {
    const program = await ApiCaller.of(worker, { role: "admin" }, ["read", "write", "manage"]);
    await expectDeparture(({ userId }) => program.call(`/users/${userId}`, { method: "DELETE" }), {
      ...BY_MANAGER,
      by: program.owner.id,
    });
  });
});

test("a deletion that is refused because others need the account logs no departure", async () => {
  const person = await leaver();
  const { userId, shared, foreign } = person;
  const needed = await organisationWithPeople(worker);
  await addMember(worker, { organisationId: needed.id, userId, role: "owner" });
  await needed.owner.visitor.post(needed.owner.page, { intent: "remove" });
  await addMember(worker, { organisationId: needed.id, userId: foreign.owner.userId, role: "member" });
  for (const remove of [deleteOwnAccount, byAdministrator]) await remove(person);
  const left = and(inArray(auditLog.action, ["member.leave", "member.remove"]), eq(auditLog.actorId, userId));
  expect(await worker.db.$count(auditLog, left)).toBe(0);
  expect(await entriesOf(shared)).toEqual([]);
});
