import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { organisationTeamMembers } from "#app/schema.ts";
import { anOrganisation, linkTo, someAddress } from "#tests/support/organisation-invitations.ts";
import {
  codeOf,
  organisationWithPeople,
  rolesIn,
  type SignedInMember,
} from "#tests/support/organisation-people.ts";
import { placesIn, postToTeam, teamsOf } from "#tests/support/organisation-teams.ts";
import { addOrganisation, addTeam, addToTeam } from "#tests/support/organisations.ts";
import { addUser } from "#tests/support/people.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests who joins a team by an invitation, and that a former member of the organisation is in no team.

const t = textsIn("en");

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

describe("a member is removed from their team", () => {
  /** Creates a user in a team. */
  async function scene() {
    const organisation = await organisationWithPeople(worker, "member");
    const teamId = await addTeam(worker, organisation.id);
    const [member] = organisation.others as [SignedInMember];
    const { memberId, userId } = member;
    await addToTeam(worker, { organisationId: organisation.id, teamId, memberId, userId });
    return { ...organisation, teamId, member };
  }

  test.each([
    [
      "after they have left the organisation",
      ({ member }: Awaited<ReturnType<typeof scene>>) => member.visitor,
    ],
    ["after they were removed from it", ({ owner }: Awaited<ReturnType<typeof scene>>) => owner.visitor],
  ])("%s", async (_, who) => {
    const it = await scene();
    expect(codeOf(await who(it).post(it.member.page, { intent: "remove" }))).toBeNull();
    expect(await placesIn(worker, it.teamId)).toEqual([]);
    expect(await teamsOf(worker, it.id)).toMatchObject([{}, { id: it.teamId, memberCount: 0 }]);
  });

  test("after their account is deleted", async () => {
    const it = await scene();
    const admin = await Visitor.signedIn(worker, { role: "admin" });
    await admin.post(`/manager/users/${it.member.userId}`, { intent: "delete" });
    expect(await placesIn(worker, it.teamId)).toEqual([]);
  });

  test("after the organisation is deleted, with its teams", async () => {
    const it = await scene();
    expect(await it.owner.visitor.post(`${it.path}/delete`, { confirmation: it.name })).toRedirectTo(
      "/app/o",
    );
    expect(await teamsOf(worker, it.id)).toEqual([]);
    const isIn = eq(organisationTeamMembers.organisationId, it.id);
    expect(await worker.db.$count(organisationTeamMembers, isIn)).toBe(0);
  });
});

describe("an invitation to a team", () => {
  /** Creates an organisation with two teams, and invites an address to the second one. */
  async function invited(email = someAddress()) {
    const organisation = await anOrganisation(worker);
    const teamId = await addTeam(worker, organisation.id);
    const fields = { intent: "invite", email, role: "member", teamId: teamId };
    const sent = await organisation.owner.visitor.post(`/app/o/${organisation.slug}/invitations`, fields);
    expect(codeOf(sent)).toBeNull();
    return { ...organisation, secondId: teamId, email, link: await linkTo(worker, email) };
  }

  test.each([
    ["somebody with an account", async () => someone(worker)],
    ["somebody without one", async () => ({ visitor: new Visitor(worker), email: someAddress() })],
  ])("adds %s to the team", async (_, who) => {
    const { visitor, email } = await who();
    const it = await invited(email);
    await expect(await it.owner.visitor.get(`/app/o/${it.slug}/invitations`)).toShow(
      `${email} Member · Printers`,
    );
    await expect(await visitor.get(it.link)).toShow("Team: Printers");
    expect(await visitor.post(it.link, { intent: "accept" })).toRedirectTo(`/app/o/${it.slug}`);
    expect(await placesIn(worker, it.secondId)).toHaveLength(1);
    expect(await placesIn(worker, it.teamId)).toEqual([]);
    await expect(await it.owner.visitor.get(`/app/o/${it.slug}/teams/${it.secondId}`)).toShow(email);
  });

  test("that has been deleted adds them to the organisation only", async () => {
    const { visitor, email } = await someone(worker);
    const it = await invited(email);
    const place = { slug: it.slug, teamId: it.secondId };
    expect(codeOf(await postToTeam(it.owner.visitor, place, "delete"))).toBeNull();
    expect(await visitor.post(it.link, { intent: "accept" })).toRedirectTo(`/app/o/${it.slug}`);
    expect((await visitor.get(`/app/o/${it.slug}`)).status).toBe(200);
    expect(
      await worker.db.$count(organisationTeamMembers, eq(organisationTeamMembers.organisationId, it.id)),
    ).toBe(0);
  });

  test("of another organisation, or without one, is refused", async () => {
    const { owner, slug } = await anOrganisation(worker);
    const other = await addOrganisation(worker, (await addUser(worker)).id);
    for (const team of [other.teamId, crypto.randomUUID()]) {
      const fields = { intent: "invite", email: someAddress(), role: "member", teamId: team };
      const refused = await owner.visitor.post(`/app/o/${slug}/invitations`, fields);
      expect([refused.status, codeOf(refused)]).toEqual([404, "TEAM_NOT_FOUND"]);
    }
  });

  test("is offered if there are several teams", async () => {
    const { owner, slug, id } = await anOrganisation(worker);
    const offers = async () =>
      (await (await owner.visitor.get(`/app/o/${slug}/invitations`)).text()).includes('name="teamId"');
    expect(await offers()).toBe(false);
    await addTeam(worker, id);
    expect(await offers()).toBe(true);
  });
});

describe("a role that is not in the table of roles", () => {
  test("is refused in an invitation and for a member", async () => {
    const { owner, others, path, id } = await organisationWithPeople(worker, "member");
    const [member] = others as [SignedInMember];
    const invited = await owner.visitor.post(`${path}/invitations`, {
      intent: "invite",
      email: someAddress(),
      role: "king",
    });
    expect([invited.status, codeOf(invited)]).toEqual([404, "ROLE_NOT_FOUND"]);
    await expect(invited).toShow(t("code:ROLE_NOT_FOUND"));
    const before = await rolesIn(worker, id);
    const given = await owner.visitor.post(member.page, { intent: "set-role", role: "king" });
    expect(given).toRedirectTo(member.page);
    expect(codeOf(given)).toBe("ROLE_NOT_FOUND");
    await expect(await owner.visitor.get(member.page)).toShow(t("code:ROLE_NOT_FOUND"));
    expect(await rolesIn(worker, id)).toEqual(before);
  });
});
