import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGE_KEYS } from "#app/core/i18n/languages.ts";
import { organisationInvitations, users } from "#app/schema.ts";
import { OPEN_INVITATIONS } from "#app/slices/organisation/limits.ts";
import { canIn, ORGANISATION_ROLES, rolesUpTo } from "#app/slices/organisation/organisation-roles.ts";
import { askToChangeEmail } from "#tests/support/change-email.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { anOrganisation, invite, linkTo, someAddress } from "#tests/support/organisation-invitations.ts";
import { codeOf, organisationWithPeople } from "#tests/support/organisation-people.ts";
import { program } from "#tests/support/organisation-programs.ts";
import { addInvitation, addInvitations, addMember } from "#tests/support/organisations.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests the messages about invitations: why one can't be sent or accepted, and in which language.

const storage = gatedStorage();
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());

test("an address that another account can still restore is refused in each language, and creates no account", async () => {
  const { visitor, email } = await someone(worker);
  const { path, form } = await askToChangeEmail(worker, visitor, email, `thief-of-${email}`);
  await visitor.post(path, form);
  const organisation = await anOrganisation(worker);
  await invite(organisation.owner.visitor, organisation, email);
  const link = await linkTo(worker, email);
  for (const language of LANGUAGE_KEYS) {
    const owner = new Visitor(worker, { Cookie: `lng=${language}` });
    const refused = await owner.post(link, { intent: "accept" });
    expect([refused.status, codeOf(refused)]).toEqual([409, "ADDRESS_RESERVED"]);
    await expect(refused).toShow(textsIn(language)("code:ADDRESS_RESERVED"));
    expect(owner.cookies.has("session")).toBe(false);
  }
  expect(await findUser(worker, email)).toBeUndefined();
});

test("a user whose address changes while they accept is not the recipient", async () => {
  const organisation = await anOrganisation(worker);
  const { visitor, email, id } = await someone(worker);
  await invite(organisation.owner.visitor, organisation, email);
  const link = await linkTo(worker, email);
  const refused = await rightBefore(
    storage,
    () => visitor.post(link, { intent: "accept" }),
    () =>
      worker.db
        .update(users)
        .set({ email: `new-${email}` })
        .where(eq(users.id, id)),
  );
  expect(codeOf(refused)).toBe("YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION");
});

describe("with the most open invitations", () => {
  const CODE = "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED";

  test.each(LANGUAGE_KEYS)(
    "another one is refused in %s, by page and by API, with the right numbers",
    async (language) => {
      const caller = await program(worker);
      const visitor = await Visitor.signedIn(worker);
      visitor.headers["Accept-Language"] = language;
      const organisation = await anOrganisation(worker);
      for (const userId of [caller.owner.id, visitor.userId as string])
        await addMember(worker, { organisationId: organisation.id, userId, role: "owner" });
      await addInvitations(worker, organisation, OPEN_INVITATIONS);
      const sentence = textsIn(language)(`code:${CODE}`);
      const page = await invite(visitor, organisation, someAddress());
      expect([page.status, codeOf(page)]).toEqual([409, CODE]);
      await expect(page).toShow(sentence);
      // The organisation has only three members, so the message must name the limit of open invitations.
      const OPEN = {
        en: "open invitations",
        fr: "invitations en attente",
        ar: "الدعوات المفتوحة",
        sw: "mialiko",
      };
      expect(sentence).toContain(OPEN[language]);
      const answer = await caller.call(`/organisations/${organisation.id}/invitations`, {
        method: "POST",
        headers: { "Accept-Language": language },
        json: { email: someAddress(), role: "member" },
      });
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({ code: CODE, detail: sentence });

      // Cancelling an invitation makes room for another one.
      const [first] = await worker.db
        .select({ id: organisationInvitations.id })
        .from(organisationInvitations)
        .where(eq(organisationInvitations.organisationId, organisation.id))
        .limit(1);
      const path = `/app/o/${organisation.slug}/invitations`;
      await visitor.post(path, { intent: "cancel", id: first?.id as string });
      expect(codeOf(await invite(visitor, organisation, someAddress()))).toBeNull();
    },
  );
});

describe("the email of an invitation is", () => {
  /** Expects the newest email to an address to be in this language. */
  async function expectLanguage(email: string, language: "fr" | "ar") {
    const [mail] = await mailsTo(worker, email);
    const values = { name: "Virginia Woolf", organisation: "Hogarth Press" };
    expect(mail?.subject).toBe(textsIn(language)("invitation:email.subject", values));
  }

  const BY = {
    page: async (email: string) => {
      const organisation = await anOrganisation(worker, { language: "fr" });
      await invite(organisation.owner.visitor, organisation, email);
      const [{ id } = { id: "" }] = await worker.db
        .select({ id: organisationInvitations.id })
        .from(organisationInvitations)
        .where(eq(organisationInvitations.email, email));
      return () =>
        organisation.owner.visitor.post(`/app/o/${organisation.slug}/invitations`, { intent: "resend", id });
    },
    program: async (email: string) => {
      const organisation = await anOrganisation(worker);
      const caller = await program(worker, { language: "fr", name: "Virginia Woolf" });
      const { id: organisationId } = organisation;
      await addMember(worker, { organisationId, userId: caller.owner.id, role: "owner" });
      const path = `/organisations/${organisationId}/invitations`;
      const made = await caller.call(path, { method: "POST", json: { email, role: "member" } });
      const { id } = (await made.json()) as { id: string };
      return () => caller.call(`${path}/${id}/resend`, { method: "POST" });
    },
  };

  test.each(Object.keys(BY) as (keyof typeof BY)[])(
    "in the language of an invited user, or else of the inviter, sent by a %s in English",
    async (way) => {
      const newcomer = someAddress();
      const known = (await addUser(worker, { email: someAddress(), language: "ar" })).email;
      for (const [email, language] of [
        [newcomer, "fr"],
        [known, "ar"],
      ] as const) {
        const resend = await BY[way](email);
        await expectLanguage(email, language);
        await resend();
        expect(await mailsTo(worker, email)).toHaveLength(2);
        await expectLanguage(email, language);
      }
    },
  );
});

/** Reads the rows of an organisation's invitations. */
const invitations = (organisationId: string) =>
  worker.db
    .select()
    .from(organisationInvitations)
    .where(eq(organisationInvitations.organisationId, organisationId));

describe.each(ORGANISATION_ROLES)("the page of invitations, for the role %s", (own) => {
  const mayInvite = canIn(own, "member:invite");

  /** Creates an organisation with a member who has the role `own`. @returns also the path of the page */
  async function place() {
    const { id: organisationId, path, owner, others } = await organisationWithPeople(worker, own);
    return { organisationId, path: `${path}/invitations`, owner, visitor: others[0]?.visitor as Visitor };
  }

  test("offers the roles up to the viewer's own, and is refused to a viewer who may not invite", async () => {
    const { path, visitor } = await place();
    const page = await visitor.get(path);
    const code = mayInvite ? null : "YOU_ARE_NOT_ALLOWED_TO_INVITE_WITH_THIS_ROLE";
    expect([page.status, codeOf(page)]).toEqual([mayInvite ? 200 : 403, code]);
    const offered = [...(await page.text()).matchAll(/<option value="(\w+)"/g)].map(([, value]) => value);
    expect(offered.filter((value) => ORGANISATION_ROLES.some((role) => role === value))).toEqual(
      mayInvite ? rolesUpTo(own) : [],
    );
  });

  test.each(ORGANISATION_ROLES)(
    "offers exactly what the role may do with an invitation to the role %s",
    async (role) => {
      const { organisationId, path, owner, visitor } = await place();
      const { userId } = owner;
      const open = await addInvitation(worker, { organisationId, userId, role });
      const page = await (await visitor.get(path)).text();
      const isUpTo = rolesUpTo(own).includes(role);
      for (const [intent, permission, code, fields] of [
        [
          "invite",
          "member:invite",
          "YOU_ARE_NOT_ALLOWED_TO_INVITE_WITH_THIS_ROLE",
          { email: `${open}@x.org`, role },
        ],
        ["resend", "member:invite", "YOU_ARE_NOT_ALLOWED_TO_INVITE_WITH_THIS_ROLE", { id: open }],
        ["cancel", "invitation:cancel", "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION", { id: open }],
      ] as const) {
        const isAllowed = canIn(own, permission) && isUpTo;
        const form = new RegExp(`value="${open}"(?:(?!</form>).)*value="${intent}"`, "s");
        if (intent !== "invite") expect(form.test(page), intent).toBe(isAllowed && mayInvite);
        const before = await invitations(organisationId);
        expect(codeOf(await visitor.post(path, { intent, ...fields })), intent).toBe(isAllowed ? null : code);
        if (isAllowed) expect(await invitations(organisationId), intent).not.toEqual(before);
        else expect(await invitations(organisationId), intent).toEqual(before);
      }
    },
  );
});
