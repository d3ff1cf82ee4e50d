import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { budgets, organisationMembers } from "#app/schema.ts";
import type { OrganisationRole } from "#app/slices/organisation/organisation-roles.ts";
import type { ApiCaller } from "#tests/support/api-caller.ts";
import { codeOf } from "#tests/support/api-problem.ts";
import { addAccessToken } from "#tests/support/api-tokens.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import {
  addOpen,
  cancel,
  type Inviting,
  invitationsOf,
  invite,
  resend,
} from "#tests/support/organisation-invitation-calls.ts";
import { someAddress } from "#tests/support/organisation-invitations.ts";
import { program, withPrograms } from "#tests/support/organisation-programs.ts";
import { addMember } from "#tests/support/organisations.ts";
import { overtake } from "#tests/support/overtaken.ts";
import { mailsTo } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests invitations through the API: what members can do with their tokens, and that the tokens of others can
// do nothing.

const storage = gatedStorage();
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());

/** Adds a member to an organisation. @returns an API client with the member's token */
async function another({ id }: Pick<Inviting, "id">, role: OrganisationRole) {
  const member = await program(worker);
  await addMember(worker, { organisationId: id, userId: member.owner.id, role });
  return member;
}

describe("through the API,", () => {
  test("an administrator invites, and sends invitations again, up to their own role", async () => {
    const place = await withPrograms(worker);
    const { administrator } = place;
    const above = await addOpen(worker, place, { role: "owner" });
    const code = "YOU_ARE_NOT_ALLOWED_TO_INVITE_WITH_THIS_ROLE";
    const email = someAddress();
    expect(await codeOf(await invite(administrator, place, { email, role: "owner" }))).toBe(code);
    expect(await codeOf(await resend(administrator, place, above))).toBe(code);
    expect(await invitationsOf(worker, place)).toMatchObject([{ id: above, nonce: above, role: "owner" }]);
    expect(await mailsTo(worker, email)).toEqual([]);
    expect((await invite(administrator, place, { email, role: "administrator" })).status).toBe(201);
  });

  test("a member without the permission to invite can't list, create, resend or cancel invitations", async () => {
    const place = await withPrograms(worker);
    const member = await another(place, "member");
    const open = await addOpen(worker, place);
    const code = "YOU_ARE_NOT_ALLOWED_TO_INVITE_WITH_THIS_ROLE";
    expect(await codeOf(await member.call(`${place.path}/invitations`))).toBe(code);
    expect(await codeOf(await invite(member, place, { email: someAddress() }))).toBe(code);
    expect(await codeOf(await resend(member, place, open))).toBe(code);
    expect(await codeOf(await cancel(member, place, open))).toBe(
      "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION",
    );
    expect(await invitationsOf(worker, place)).toMatchObject([{ id: open, nonce: open, state: "open" }]);
    // These requests don't count towards the limit of emails, either.
    const own = eq(budgets.id, `mail:invitation-by:${member.owner.id}`);
    expect(await worker.db.$count(budgets, own)).toBe(0);
  });

  test.each([
    ["invite", /insert into "organisation_invitations"/],
    ["resend", /insert into "audit_log"/],
    ["cancel", /insert into "audit_log"/],
  ] as const)("a member who was just removed does nothing: %s", async (deed, write) => {
    const place = await withPrograms(worker);
    const { path, owner, administrator, administratorId } = place;
    const email = someAddress();
    const open = await addOpen(worker, place, { email });
    const deeds = {
      invite: () => invite(administrator, place, { email: `again-${email}` }),
      resend: () => resend(administrator, place, open),
      cancel: () => cancel(administrator, place, open),
    };
    const { slow, quick } = await overtake(storage, {
      write,
      slow: deeds[deed],
      quick: () => owner.call(`${path}/members/${administratorId}`, { method: "DELETE" }),
    });
    expect([slow.status, slow.code, quick.status]).toEqual([404, "ORGANIZATION_NOT_FOUND", 204]);
    expect(await invitationsOf(worker, place)).toMatchObject([{ id: open, nonce: open, state: "open" }]);
    for (const to of [email, `again-${email}`]) expect(await mailsTo(worker, to)).toEqual([]);
  });
});

describe("to anyone but its members, an organisation does not exist:", () => {
  /** API clients of people who are not members of the organisation. */
  const STRANGERS: Record<string, (place: Inviting) => Promise<ApiCaller>> = {
    "the owner of another one": async () => (await withPrograms(worker)).owner,
    "who is invited": async (place) => {
      const invited = await program(worker);
      await addOpen(worker, place, { email: invited.owner.email });
      return invited;
    },
    "a former member": async (place) => {
      const former = await another(place, "owner");
      await worker.db.delete(organisationMembers).where(eq(organisationMembers.userId, former.owner.id));
      return former;
    },
    "an administrator of the product": () => program(worker, { role: "admin" }),
  };

  test.each(Object.entries(STRANGERS))("%s", async (_, strangerTo) => {
    const place = await withPrograms(worker);
    const stranger = await strangerTo(place);
    const open = await addOpen(worker, place);
    const before = await invitationsOf(worker, place);
    const email = someAddress();
    for (const send of [
      () => stranger.call(`${place.path}/invitations`),
      () => invite(stranger, place, { email }),
      () => resend(stranger, place, open),
      () => cancel(stranger, place, open),
    ]) {
      expect(await codeOf(await send())).toBe("ORGANIZATION_NOT_FOUND");
    }
    expect(await invitationsOf(worker, place)).toEqual(before);
    expect(await mailsTo(worker, email)).toEqual([]);
  });
});

test("another organisation's invitation does not exist in this one", async () => {
  const own = await withPrograms(worker);
  const other = await withPrograms(worker);
  const email = someAddress();
  const foreign = await addOpen(worker, other, { email });
  for (const send of [resend, cancel]) {
    expect(await codeOf(await send(own.owner, own, foreign))).toBe("INVITATION_NOT_FOUND");
  }
  expect(await invitationsOf(worker, other)).toMatchObject([{ nonce: foreign, state: "open" }]);
  expect(await own.owner.read(`${own.path}/invitations`)).toEqual({ items: [], next: null });
  expect(await mailsTo(worker, email)).toEqual([]);
});

test("a token that is bound to one organisation can't invite to another, and a token without the scope can't invite at all", async () => {
  const own = await withPrograms(worker);
  const { owner } = own;
  const { id: membershipId } = await addMember(worker, {
    organisationId: (await withPrograms(worker)).id,
    userId: owner.owner.id,
    role: "owner",
  });
  const boundTo = async (membershipId: string) =>
    owner.with(
      (await addAccessToken(worker, owner.owner.id, { scopes: ["read", "write"], membershipId })).text,
    );
  const email = someAddress();
  const elsewhere = await boundTo(membershipId);
  expect(await codeOf(await invite(elsewhere, own, { email }))).toBe("ORGANIZATION_NOT_FOUND");
  expect(await codeOf(await elsewhere.call(`${own.path}/invitations`))).toBe("ORGANIZATION_NOT_FOUND");
  expect(await codeOf(await invite(await owner.another(["read"]), own, { email }))).toBe(
    "INSUFFICIENT_SCOPE",
  );
  expect(await invitationsOf(worker, own)).toEqual([]);
  expect((await invite(await boundTo(own.memberId), own, { email })).status).toBe(201);
});
