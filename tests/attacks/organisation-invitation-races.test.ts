import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { organisationInvitations, organisationMembers, organisations } from "#app/schema.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { anOrganisation, invite, linkTo, someAddress } from "#tests/support/organisation-invitations.ts";
import { addMember, addMembers } from "#tests/support/organisations.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { someone } from "#tests/support/someone.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests each pair of actions on one invitation at the same moment, in both orders. The slow request has
// passed all its checks and is about to write when the quick request comes.

const storage = gatedStorage();
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());

/** Creates an open invitation, and everybody who may act on it. */
async function scene() {
  const organisation = await anOrganisation(worker);
  const invited = await someone(worker, { name: "Leonard Woolf" });
  await invite(organisation.owner.visitor, organisation, invited.email);
  const link = await linkTo(worker, invited.email);
  return { ...organisation, invited, link, invitationId: link.split(/[/?]/)[2] as string };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const list = ({ slug }: Scene) => `/app/o/${slug}/invitations`;

const DEEDS = {
  accept: ({ invited, link }: Scene) => invited.visitor.post(link, { intent: "accept" }),
  decline: ({ invited, link }: Scene) => invited.visitor.post(link, { intent: "decline" }),
  cancel: (it: Scene) => it.owner.visitor.post(list(it), { intent: "cancel", id: it.invitationId }),
  resend: (it: Scene) => it.owner.visitor.post(list(it), { intent: "resend", id: it.invitationId }),
  "delete the organisation": (it: Scene) =>
    it.owner.visitor.post(`/app/o/${it.slug}/delete`, { confirmation: it.name }),
};

type Deed = keyof typeof DEEDS;

/**
 * Reads the state of an invitation, whether its recipient is a member, and whether its organisation exists.
 */
async function left({ id, invited, invitationId }: Scene) {
  const [invitation] = await worker.db
    .select()
    .from(organisationInvitations)
    .where(eq(organisationInvitations.id, invitationId));
  const members = await worker.db.$count(
    organisationMembers,
    and(eq(organisationMembers.organisationId, id), eq(organisationMembers.userId, invited.id)),
  );
  const isThere = (await worker.db.$count(organisations, eq(organisations.id, id))) === 1;
  return { state: invitation?.state, members, isThere };
}

/** What remains if this is the last action that takes effect. */
const LEFT: Record<Deed, Awaited<ReturnType<typeof left>>> = {
  accept: { state: "accepted", members: 1, isThere: true },
  decline: { state: "declined", members: 0, isThere: true },
  cancel: { state: "cancelled", members: 0, isThere: true },
  resend: { state: "open", members: 0, isThere: true },
  "delete the organisation": { state: undefined, members: 0, isThere: false },
};

/** Pairs in which the slow action still succeeds after the quick one. */
const BOTH_COUNT: [quick: Deed, slow: Deed][] = [
  ["resend", "cancel"],
  ["resend", "resend"],
];

const PAIRS = (Object.keys(DEEDS) as Deed[]).flatMap((quick) =>
  (Object.keys(DEEDS) as Deed[]).map((slow) => [quick, slow] as const),
);

test.each(PAIRS)("the first happens right before the second writes: %s, %s", async (quick, slow) => {
  const it = await scene();
  await rightBefore(
    storage,
    () => DEEDS[slow](it),
    () => DEEDS[quick](it),
  );
  const isLast =
    slow === "delete the organisation" || BOTH_COUNT.some(([one, other]) => one === quick && other === slow);
  expect(await left(it)).toEqual(LEFT[isLast ? slow : quick]);
});

describe("the last place", () => {
  test("is given to only one of two users who accept at the same moment", async () => {
    const it = await scene();
    const other = await someone(worker);
    await invite(it.owner.visitor, it, other.email);
    const link = await linkTo(worker, other.email);
    await addMembers(worker, it.id, 98);
    const refused = await rightBefore(
      storage,
      () => DEEDS.accept(it),
      () => other.visitor.post(link, { intent: "accept" }),
    );
    expect(refused.headers.get("X-Error-Code")).toBe("ORGANIZATION_MEMBERSHIP_LIMIT_REACHED");
    const isIn = eq(organisationMembers.organisationId, it.id);
    expect(await worker.db.$count(organisationMembers, isIn)).toBe(100);
  });
});

test("an administrator who is demoted right before their invitation is written invites nobody", async () => {
  const it = await scene();
  const administrator = await someone(worker);
  const { id } = await addMember(worker, {
    organisationId: it.id,
    userId: administrator.id,
    role: "administrator",
  });
  const to = someAddress();
  const refused = await rightBefore(
    storage,
    () => invite(administrator.visitor, it, to),
    () => it.owner.visitor.post(`/app/o/${it.slug}/members/${id}`, { intent: "set-role", role: "member" }),
    /insert into "organisation_invitations"/,
  );
  expect(refused.headers.get("X-Error-Code")).toBe("YOU_ARE_NOT_ALLOWED_TO_INVITE_WITH_THIS_ROLE");
  expect(await worker.db.$count(organisationInvitations, eq(organisationInvitations.email, to))).toBe(0);
});

test("two members who invite the same address at the same moment make one invitation", async () => {
  const it = await scene();
  const to = someAddress();
  const refused = await rightBefore(
    storage,
    () => invite(it.owner.visitor, it, to),
    () => invite(it.owner.visitor, it, to),
    /insert into "organisation_invitations"/,
  );
  expect(refused.headers.get("X-Error-Code")).toBe("USER_ALREADY_INVITED");
  expect(await worker.db.$count(organisationInvitations, eq(organisationInvitations.email, to))).toBe(1);
});

test("two tabs that accept at the same moment without an account create one account", async () => {
  const organisation = await anOrganisation(worker);
  const to = someAddress();
  await invite(organisation.owner.visitor, organisation, to);
  const link = await linkTo(worker, to);
  const [one, other] = [new Visitor(worker), new Visitor(worker)];
  const late = await rightBefore(
    storage,
    () => one.post(link, { intent: "accept" }),
    () => other.post(link, { intent: "accept" }),
    /insert into "users"/,
  );
  expect(late).toRedirectTo(link);
  expect([...one.cookies.keys()]).not.toContain("session");
  const isIn = eq(organisationMembers.organisationId, organisation.id);
  expect(await worker.db.$count(organisationMembers, isIn)).toBe(2);
});
