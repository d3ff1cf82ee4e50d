import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { organisationMembers, users } from "#app/schema.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { anOrganisation, invite, linkTo, someAddress } from "#tests/support/organisation-invitations.ts";
import { addMember, addMembers } from "#tests/support/organisations.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { addUser } from "#tests/support/people.ts";
import { someone } from "#tests/support/someone.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// A user accepts an invitation, with or without an account, and loses the right to join at the same moment.

const storage = gatedStorage();
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());

/** Creates an invitation to an organisation with a second owner, so that the inviter can leave. */
async function invitationTo(email: string) {
  const organisation = await anOrganisation(worker);
  const { id: organisationId, owner } = organisation;
  await addMember(worker, { organisationId, userId: (await addUser(worker)).id, role: "owner" });
  await invite(owner.visitor, organisation, email);
  const link = await linkTo(worker, email);
  return { ...organisation, link, invitationId: link.split(/[/?]/)[2] as string };
}

type Open = Awaited<ReturnType<typeof invitationTo>>;

/** Creates an invitation to a user who is signed in. */
async function scene() {
  const invited = await someone(worker, { name: "Leonard Woolf" });
  return { ...(await invitationTo(invited.email)), invited };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const accept = ({ invited, link }: Scene) => invited.visitor.post(link, { intent: "accept" });

async function isMember({ id, invited }: Scene): Promise<boolean> {
  const place = and(eq(organisationMembers.organisationId, id), eq(organisationMembers.userId, invited.id));
  return (await worker.db.$count(organisationMembers, place)) > 0;
}

const answer =
  (intent: "cancel" | "resend") =>
  ({ owner, slug, invitationId }: Open) =>
    owner.visitor.post(`/app/o/${slug}/invitations`, { intent, id: invitationId });

const inviterPage = ({ slug, memberId }: Open) => `/app/o/${slug}/members/${memberId}`;
const change = (it: Scene, values: Partial<typeof users.$inferInsert>) =>
  worker.db.update(users).set(values).where(eq(users.id, it.invited.id));

/** How a user loses the right to join, and the error code that they then see. */
const ENDS: Record<string, [end: (it: Open) => Promise<unknown>, code: string]> = {
  "it is cancelled": [answer("cancel"), "INVITATION_NOT_FOUND"],
  "it is declined in another tab": [
    ({ link }) => new Visitor(worker).post(link, { intent: "decline" }),
    "INVITATION_NOT_FOUND",
  ],
  "it is sent again": [answer("resend"), "INVITATION_NOT_FOUND"],
  "the organisation is deleted": [
    ({ owner, slug, name }) => owner.visitor.post(`/app/o/${slug}/delete`, { confirmation: name }),
    "INVITATION_NOT_FOUND",
  ],
  "the organisation fills up": [
    ({ id }) => addMembers(worker, id, 99),
    "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED",
  ],
  "the inviter leaves": [
    (it) => it.owner.visitor.post(inviterPage(it), { intent: "remove" }),
    "INVITER_IS_NO_LONGER_A_MEMBER",
  ],
  "the inviter is demoted": [
    (it) => it.owner.visitor.post(inviterPage(it), { intent: "set-role", role: "member" }),
    "INVITER_IS_NO_LONGER_A_MEMBER",
  ],
};

test.each(Object.entries(ENDS))(
  "a user who accepts does not join if %s right before",
  async (_, [end, code]) => {
    const it = await scene();
    const refused = await rightBefore(
      storage,
      () => accept(it),
      () => end(it),
    );
    expect(refused.headers.get("X-Error-Code")).toBe(code);
    expect(await isMember(it)).toBe(false);
  },
);

test.each([
  ["they are banned", (it: Scene) => change(it, { bannedAt: 1 }), "SESSION_EXPIRED"],
  [
    "their address changes",
    (it: Scene) => change(it, { email: someAddress() }),
    "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
  ],
  [
    "their account is deleted",
    async (it: Scene) => {
      const admin = await Visitor.signedIn(worker, { role: "admin" });
      const deleted = await admin.post(`/manager/users/${it.invited.id}`, { intent: "delete" });
      expect(deleted).toRedirectTo("/manager/users");
    },
    "SESSION_EXPIRED",
  ],
] as const)("a user who accepts does not join if %s right before", async (_, end, code) => {
  const it = await scene();
  const refused = await rightBefore(
    storage,
    () => accept(it),
    () => end(it),
  );
  expect(refused.headers.get("X-Error-Code")).toBe(code);
  expect(await isMember(it)).toBe(false);
});

// One write creates both the account and the membership, so nobody gets one without the other.
test.each(
  Object.entries(ENDS).flatMap(([what, [end]]) =>
    ["users", "organisation_members"].map((table) => [what, table, end] as const),
  ),
)("a newcomer gets no account if %s right before %s is written", async (_, table, end) => {
  const email = someAddress();
  const it = await invitationTo(email);
  const newcomer = new Visitor(worker);
  const late = await rightBefore(
    storage,
    () => newcomer.post(it.link, { intent: "accept" }),
    () => end(it),
    new RegExp(`insert into "${table}"`),
  );
  expect(late).toRedirectTo(it.link);
  expect(newcomer.cookies.has("session")).toBe(false);
  expect(await worker.db.$count(users, eq(users.email, email))).toBe(0);
});
