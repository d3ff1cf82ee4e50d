import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  auditLog,
  organisationAddresses,
  organisationInvitations,
  organisationMembers,
  organisations,
  users,
} from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { deleteOwnAccount } from "#tests/support/delete-account.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import {
  codeOf,
  organisationWithPeople,
  rolesIn,
  type SignedInMember,
} from "#tests/support/organisation-people.ts";
import { addMember, addOrganisation } from "#tests/support/organisations.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// An organisation with several members always keeps an owner. An organisation with one member is deleted with
// that member's account.

const t = textsIn("en");
const CODE = "ONLY_OWNER_CANNOT_LEAVE";
const storage = gatedStorage();

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());

const userOf = async (id: string) => (await worker.db.select().from(users).where(eq(users.id, id)))[0];

/** Counts the remaining rows of an organisation, and the log entries about its deletion. */
async function leftOf(id: string) {
  const { db } = worker;
  return {
    organisations: await db.$count(organisations, eq(organisations.id, id)),
    addresses: await db.$count(organisationAddresses, eq(organisationAddresses.organisationId, id)),
    members: await db.$count(organisationMembers, eq(organisationMembers.organisationId, id)),
    invitations: await db.$count(organisationInvitations, eq(organisationInvitations.organisationId, id)),
    deletions: (await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).filter(
      ({ action }) => action === "organisation.delete",
    ).length,
  };
}
const NOTHING = { organisations: 0, addresses: 0, members: 0, invitations: 0, deletions: 1 };

/**
 * Creates a user who is the only owner of an organisation with other members, and the only member of another
 * organisation.
 */
async function onlyOwner() {
  const shared = await organisationWithPeople(worker, "administrator", "member");
  const { userId } = shared.owner;
  const alone = await addOrganisation(worker, userId, { name: "Printers of one" });
  await worker.db.insert(organisationInvitations).values({
    organisationId: alone.id,
    userId,
    email: "friend@example.com",
    role: "member",
    state: "open",
    nonce: crypto.randomUUID(),
    expiresAt: Date.now() + 1_000_000,
  });
  return { shared, alone, ...shared.owner };
}

/** Makes another member an owner, so that the current owner may leave. */
const setFree = ({ owner, others: [other] }: Awaited<ReturnType<typeof onlyOwner>>["shared"]) =>
  owner.visitor.post(other?.page as string, { intent: "set-role", role: "owner" });

describe("the only owner of an organisation with other members", () => {
  test("can't delete their account: the page gives the reason with a link and has no form", async () => {
    const { shared, alone, visitor, userId } = await onlyOwner();
    const page = await visitor.get("/account/delete");
    await expect(page).toShow(t(`code:${CODE}`));
    await expect(page).toShow(`${t("tenant:keepsAccount")} ${shared.name}`);
    const html = await page.text();
    expect(html).toContain(`href="${shared.path}"`);
    expect(html).not.toContain('value="send-code"');
    expect(html, "only what needs them").not.toContain(`href="/app/o/${alone.slug}"`);

    const refused = await deleteOwnAccount({ visitor, userId });
    expect([refused.status, codeOf(refused)]).toEqual([409, CODE]);
    expect(await userOf(userId)).toBeDefined();
    expect(await leftOf(alone.id)).toMatchObject({ organisations: 1, invitations: 1, deletions: 0 });

    await setFree(shared);
    const free = await visitor.get("/account/delete");
    await expect(free).not.toShow(t(`code:${CODE}`));
    expect(await free.text()).toContain('value="delete"');
    expect(await deleteOwnAccount({ visitor, userId })).toRedirectTo("/login");
    expect(await userOf(userId)).toBeUndefined();
    expect(await leftOf(alone.id)).toEqual(NOTHING);
    expect(Object.keys(await rolesIn(worker, shared.id))).toHaveLength(2);
  });

  test("can't be deleted or banned in the manager, whose page gives the reason", async () => {
    const { shared, alone, userId } = await onlyOwner();
    const page = `/manager/users/${userId}`;
    const shown = await admin.get(page);
    for (const text of [shared.name, alone.name, t("tenant:onlyOwner"), t("tenant:needed")])
      await expect(shown).toShow(text);
    expect(await shown.text()).toContain(`href="/manager/organisations/${shared.id}"`);

    const deleted = await admin.post(page, { intent: "delete" });
    expect(deleted).toRedirectTo(page);
    expect(codeOf(deleted)).toBe(CODE);
    await expect(await admin.get(page)).toShow(t(`code:${CODE}`));
    const banned = await admin.post(`${page}/ban`, { reason: "Spam" });
    expect([banned.status, codeOf(banned)]).toEqual([409, CODE]);
    await expect(banned).toShow(t(`code:${CODE}`));
    expect((await userOf(userId))?.bannedAt).toBeNull();
    expect(await leftOf(alone.id)).toMatchObject({ organisations: 1, invitations: 1, deletions: 0 });

    await setFree(shared);
    await expect(await admin.get(page)).not.toShow(t("tenant:needed"));
    expect(await admin.post(`${page}/ban`, { reason: "Spam" })).toRedirectTo(page);
    expect(await leftOf(alone.id), "a ban deletes nothing").toMatchObject({ organisations: 1 });
    expect(await admin.post(page, { intent: "delete" })).toRedirectTo("/manager/users");
    expect(await leftOf(alone.id)).toEqual(NOTHING);
    expect(Object.keys(await rolesIn(worker, shared.id))).toHaveLength(2);
  });

  test("can't be deleted or banned through the API, either", async () => {
    const { shared, userId } = await onlyOwner();
    const caller = await ApiCaller.of(worker, { role: "admin" }, ["read", "write", "manage"]);
    const call = async (method: string, path: string, json?: unknown) => {
      const response = await caller.call(path, { method, ...(json !== undefined && { json }) });
      return [response.status, codeOf(response)];
    };
    expect(await call("DELETE", `/users/${userId}`)).toEqual([409, CODE]);
    expect(await call("POST", `/users/${userId}/ban`, { reason: "Spam" })).toEqual([409, CODE]);
    expect((await userOf(userId))?.bannedAt).toBeNull();
    await setFree(shared);
    expect((await call("POST", `/users/${userId}/ban`, { reason: "Spam" }))[0]).toBe(200);
    expect((await call("DELETE", `/users/${userId}`))[0]).toBe(204);
    expect(await userOf(userId)).toBeUndefined();
  });
});

describe("the confirmation before an account is deleted", () => {
  test("lists exactly the organisations that are deleted with it", async () => {
    const visitor = await Visitor.signedIn(worker);
    const userId = visitor.userId as string;
    await addOrganisation(worker, userId, { name: "Printers of one" });
    const shared = await organisationWithPeople(worker);
    await addMember(worker, { organisationId: shared.id, userId, role: "member" });

    const own = await visitor.get("/account/delete");
    await expect(own).toShow(`${t("account:delete.goes")} Printers of one`);
    await expect(own).not.toShow(shared.name);
    const question = await admin.get(`/manager/users/${userId}?confirm=delete`);
    await expect(question).toShow(`${t("user:manager.deletedToo")} Printers of one ${t("common:cancel")}`);

    const other = await Visitor.signedIn(worker);
    await expect(await other.get("/account/delete")).not.toShow(t("account:delete.goes"));
    const plain = await admin.get(`/manager/users/${other.userId}?confirm=delete`);
    await expect(plain).not.toShow(t("user:manager.deletedToo"));
  });
});

describe("of two owners, the first one succeeds, and one owner remains:", () => {
  type Race = { one: SignedInMember; two: SignedInMember };
  const leave = ({ two }: Race) => two.visitor.post(two.page, { intent: "remove" });
  const removeOne = ({ one }: Race) => admin.post(`/manager/users/${one.userId}`, { intent: "delete" });
  const banOne = ({ one }: Race) => admin.post(`/manager/users/${one.userId}/ban`, { reason: "Spam" });
  const deleteOne = ({ one }: Race) => deleteOwnAccount(one);

  test.each([
    ["an administrator deletes one while the other leaves", removeOne, leave],
    ["one leaves while an administrator deletes the other", leave, removeOne],
    ["an administrator bans one while the other leaves", banOne, leave],
    ["one deletes their account while the other leaves", deleteOne, leave],
    ["one leaves while the other deletes their account", leave, deleteOne],
  ])("%s", async (_, slow, quick) => {
    const { id, owner, others } = await organisationWithPeople(worker, "owner", "member");
    const race = { one: owner, two: others[0] as SignedInMember };
    let early: Response | undefined;
    const late = await rightBefore(
      storage,
      () => slow(race),
      async () => {
        early = await quick(race);
      },
      // This matches the batch that deletes the account, not the check of the emailed code before it.
      /(?=.*insert into "audit_log")(?=.*"organisation_members")/s,
    );
    expect([codeOf(early as Response), codeOf(late)]).toEqual([null, CODE]);
    const owners = await worker.db
      .select({ bannedAt: users.bannedAt })
      .from(organisationMembers)
      .innerJoin(users, eq(users.id, organisationMembers.userId))
      .where(and(eq(organisationMembers.organisationId, id), eq(organisationMembers.role, "owner")));
    expect(owners).toEqual([{ bannedAt: null }]);
  });
});
