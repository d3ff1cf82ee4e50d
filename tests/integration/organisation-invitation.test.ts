import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { organisationInvitations, organisationMembers, users } from "#app/schema.ts";
import { anOrganisation, invite, linkTo, someAddress } from "#tests/support/organisation-invitations.ts";
import { addMember, addMembers, addOrganisation } from "#tests/support/organisations.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastLink, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ settings: { SIGN_UP: "false" } });
});
afterAll(() => worker.stop());

type Invited = Awaited<ReturnType<typeof invited>>;

/**
 * Invites an address to a new organisation.
 * @returns the organisation, and the path of the invitation's link
 */
async function invited(email = someAddress(), role = "member") {
  const organisation = await anOrganisation(worker);
  expect(await invite(organisation.owner.visitor, organisation, email, role)).toRedirectTo(
    `/app/o/${organisation.slug}/invitations`,
  );
  return { ...organisation, email, link: await linkTo(worker, email) };
}

const accept = (visitor: Visitor, { link }: Pick<Invited, "link">) =>
  visitor.post(link, { intent: "accept" });

/** Reads the role of a user in an organisation; undefined if the user is not a member. */
async function roleIn({ id }: { id: string }, email: string) {
  const user = await findUser(worker, email);
  const [member] = await worker.db
    .select()
    .from(organisationMembers)
    .where(and(eq(organisationMembers.organisationId, id), eq(organisationMembers.userId, user?.id ?? "")));
  return member?.role;
}

describe("an invited person without an account", () => {
  test("joins by the emailed link alone, even where nobody can sign up, and lands in that organisation", async () => {
    const to = await invited(someAddress(), "administrator");
    const visitor = new Visitor(worker);
    const page = await visitor.get(to.link);
    await expect(page).toShow(t("invitation:heading", { organisation: to.name }));
    await expect(page).toShow(t("invitation:by", { name: "Virginia Woolf" }));
    await expect(page).not.toShow(to.email);
    expect(await findUser(worker, to.email)).toBeUndefined();

    expect(await accept(visitor, to)).toRedirectTo(`/app/o/${to.slug}`);
    expect(await mailsTo(worker, to.email)).toHaveLength(1);
    expect((await findUser(worker, to.email))?.emailVerifiedAt).not.toBeNull();
    const asked = await visitor.get(`/app/o/${to.slug}`);
    const onboarding = asked.headers.get("Location") as string;
    expect(onboarding).toContain("/onboarding?redirect=");
    expect(await visitor.post(onboarding, { name: "Leonard Woolf" })).toRedirectTo(`/app/o/${to.slug}`);
    await expect(await visitor.get(`/app/o/${to.slug}`)).toShow("Leonard Woolf");
    expect(await roleIn(to, to.email)).toBe("administrator");
  });

  test("learns nothing from a wrong link or from that of another invitation", async () => {
    const [one, other] = [await invited(), await invited()];
    const proofOf = (link: string) => link.slice(link.indexOf("?"));
    const path = (link: string) => link.slice(0, link.indexOf("?"));
    for (const wrong of [
      path(one.link),
      path(one.link) + proofOf(other.link),
      `/invitation/${crypto.randomUUID()}${proofOf(one.link)}`,
    ]) {
      const page = await new Visitor(worker).get(wrong);
      expect(page.status, wrong).toBe(404);
      expect(page.headers.get("X-Error-Code")).toBe("INVITATION_NOT_FOUND");
      await expect(page).not.toShow(one.name);
      expect((await accept(new Visitor(worker), { link: wrong })).status).toBe(404);
    }
    expect(await findUser(worker, one.email)).toBeUndefined();
  });
});

describe("an invited user", () => {
  test("is not signed in by the link, signs in with an emailed link on another device, and returns to the invitation", async () => {
    const { email } = await addUser(worker, { email: someAddress(), emailVerifiedAt: 1 });
    const to = await invited(email);
    const visitor = new Visitor(worker);
    await expect(await visitor.get(to.link)).toShow(t("invitation:signInFirst"));
    const refused = await accept(visitor, to);
    const login = `/login?${new URLSearchParams({ redirect: to.link })}`;
    expect(refused).toRedirectTo(login);
    expect(await roleIn(to, email)).toBeUndefined();

    await visitor.post(login, { email });
    const elsewhere = new Visitor(worker);
    expect(await elsewhere.post(await lastLink(worker, email), {})).toRedirectTo(to.link);
    expect(await accept(elsewhere, to)).toRedirectTo(`/app/o/${to.slug}`);
    await expect(await elsewhere.get("/app/o")).toShow(to.name);
    await expect(await elsewhere.get(`/app/o/${to.slug}`)).toShow(to.name);
    expect(await elsewhere.get(to.link)).toRedirectTo(`/app/o/${to.slug}`);
  });

  test("accepts only an invitation to their own address, and can switch accounts without losing it", async () => {
    const to = await invited();
    const other = await someone(worker);
    const page = await other.visitor.get(to.link);
    await expect(page).toShow(
      t("invitation:other", { email: `\u2066${to.email[0]}•••@example.com\u2069`, as: other.email }),
    );
    for (const intent of ["accept", "decline"]) {
      const refused = await other.visitor.post(to.link, { intent });
      expect(refused.headers.get("X-Error-Code")).toBe("YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION");
    }
    expect(await roleIn(to, other.email)).toBeUndefined();
    expect(await other.visitor.post(to.link, { intent: "switch" })).toRedirectTo(to.link);
    expect(await accept(other.visitor, to)).toRedirectTo(`/app/o/${to.slug}`);
    expect(await roleIn(to, to.email)).toBe("member");
  });

  test("who is already a member under an earlier address sees a message about it", async () => {
    const to = await invited();
    const member = await someone(worker);
    await addMember(worker, { organisationId: to.id, userId: member.id, role: "member" });
    await worker.db.update(users).set({ email: to.email }).where(eq(users.id, member.id));
    const refused = await accept(member.visitor, to);
    expect(refused.headers.get("X-Error-Code")).toBe("USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION");
    const again = await invite(to.owner.visitor, to, to.email);
    expect(again.headers.get("X-Error-Code")).toBe("USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION");
  });

  test("can't accept with a second spelling of the address", async () => {
    const box = crypto.randomUUID().replaceAll("-", "");
    const to = await invited(`${box}@gmail.com`);
    const other = await someone(worker, { email: `${box}+second@gmail.com` });
    const { visitor } = other;
    expect((await accept(visitor, to)).headers.get("X-Error-Code")).toBe(
      "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
    );
  });
});

describe("an invitation that can no longer be accepted says so:", () => {
  type Reason = "expired" | "accepted" | "declined" | "cancelled" | "inviterLeft" | "full";

  const change = (link: string, values: Partial<typeof organisationInvitations.$inferInsert>) =>
    worker.db
      .update(organisationInvitations)
      .set(values)
      .where(eq(organisationInvitations.id, link.split(/[/?]/)[2] as string));

  const ENDINGS: Record<Reason, [code: string, end: (to: Invited) => Promise<unknown>]> = {
    expired: ["INVITATION_NOT_FOUND", ({ link }) => change(link, { expiresAt: Date.now() - 1 })],
    accepted: ["INVITATION_NOT_FOUND", (to) => accept(new Visitor(worker), to)],
    declined: ["INVITATION_NOT_FOUND", ({ link }) => new Visitor(worker).post(link, { intent: "decline" })],
    cancelled: [
      "INVITATION_NOT_FOUND",
      ({ owner, slug, link }) =>
        owner.visitor.post(`/app/o/${slug}/invitations`, {
          intent: "cancel",
          id: link.split(/[/?]/)[2] as string,
        }),
    ],
    inviterLeft: [
      "INVITER_IS_NO_LONGER_A_MEMBER",
      async ({ id, owner, memberId, slug }) => {
        await addMember(worker, { organisationId: id, userId: (await addUser(worker)).id, role: "owner" });
        await owner.visitor.post(`/app/o/${slug}/members/${memberId}`, { intent: "remove" });
      },
    ],
    full: ["ORGANIZATION_MEMBERSHIP_LIMIT_REACHED", ({ id }) => addMembers(worker, id, 99)],
  };

  test.each(Object.entries(ENDINGS) as [Reason, (typeof ENDINGS)[Reason]][])(
    "%s",
    async (reason, [code, end]) => {
      const to = await invited();
      await end(to);
      const visitor = new Visitor(worker);
      const page = await visitor.get(to.link);
      expect(page.headers.get("X-Error-Code")).toBe(code);
      await expect(page).toShow(t(`invitation:closed.${reason}`));
      await accept(visitor, to);
      expect(visitor.cookies.has("session")).toBe(false);
      expect(await roleIn(to, to.email)).toBe(reason === "accepted" ? "member" : undefined);
    },
  );

  test("if an earlier link is opened after the invitation was sent again, while the later link works", async () => {
    const to = await invited();
    const id = to.link.split(/[/?]/)[2] as string;
    await to.owner.visitor.post(`/app/o/${to.slug}/invitations`, { intent: "resend", id });
    expect((await new Visitor(worker).get(to.link)).status).toBe(404);
    const later = await linkTo(worker, to.email);
    expect(later).not.toBe(to.link);
    expect(await accept(new Visitor(worker), { link: later })).toRedirectTo(`/app/o/${to.slug}`);
    const sent = (await mailsTo(worker, to.email)).length;
    const again = await to.owner.visitor.post(`/app/o/${to.slug}/invitations`, { intent: "resend", id });
    expect(again.headers.get("X-Error-Code")).toBe("INVITATION_NOT_FOUND");
    expect(await mailsTo(worker, to.email)).toHaveLength(sent);
  });
});

test("an unreadable invitation shows only an error", async () => {
  const to = await invited();
  await worker.d1.exec("alter table organisation_invitations rename to away");
  const page = await new Visitor(worker).get(to.link);
  await worker.d1.exec("alter table away rename to organisation_invitations");
  expect(page.status).toBe(500);
  expect(page.headers.get("X-Error-Code")).toBe("FAILED_TO_RETRIEVE_INVITATION");
});

test("a user in two organisations can use both by address, and the list shows both", async () => {
  const to = await invited();
  const { email } = to;
  const visitor = new Visitor(worker);
  await accept(visitor, to);
  const [user] = await worker.db
    .update(users)
    .set({ onboardedAt: 1, name: "Vita" })
    .where(eq(users.email, email))
    .returning();
  const own = await addOrganisation(worker, user?.id ?? "", { name: "Sissinghurst" });
  await expect(await visitor.get(`/app/o/${to.slug}`)).toShow(to.name);
  await expect(await visitor.get(`/app/o/${own.slug}`)).not.toShow(to.name);
  const list = await visitor.get("/app/o");
  await expect(list).toShow(to.name);
  await expect(list).toShow("Sissinghurst");
});
