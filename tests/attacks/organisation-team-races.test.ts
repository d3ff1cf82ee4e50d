import { afterAll, beforeAll, expect, test } from "vitest";
import { TEAMS_PER_ORGANISATION } from "#app/slices/organisation/limits.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { anOrganisation, linkTo } from "#tests/support/organisation-invitations.ts";
import { codeOf } from "#tests/support/organisation-people.ts";
import { createTeam, placesIn, postToTeam, teamsOf } from "#tests/support/organisation-teams.ts";
import { addMember, addTeam, addToTeam } from "#tests/support/organisations.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { someone } from "#tests/support/someone.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests two actions on the teams of one organisation at the same moment. The slow request has passed all its
// checks and is about to write when the quick request comes.

const storage = gatedStorage();
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());

/**
 * Creates an organisation with two teams, its owner, and two signed-in members: an administrator and a
 * member.
 */
async function scene() {
  const organisation = await anOrganisation(worker);
  const { id: organisationId } = organisation;
  const secondId = await addTeam(worker, organisationId);
  const [administrator, member] = [await someone(worker), await someone(worker)];
  const join = (userId: string, role: "administrator" | "member") =>
    addMember(worker, { organisationId, userId, role });
  const administratorId = (await join(administrator.id, "administrator")).id;
  const memberPlace = {
    organisationId,
    teamId: secondId,
    memberId: (await join(member.id, "member")).id,
    userId: member.id,
  };
  const first = { slug: organisation.slug, teamId: organisation.teamId };
  const second = { slug: organisation.slug, teamId: secondId };
  const page = (memberId: string) => `/app/o/${organisation.slug}/members/${memberId}`;
  return {
    ...organisation,
    ...{ first, second, administrator, administratorId, member, memberPlace },
    removeMember: () => organisation.owner.visitor.post(page(memberPlace.memberId), { intent: "remove" }),
    demote: () =>
      organisation.owner.visitor.post(page(administratorId), { intent: "set-role", role: "member" }),
  };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const namesOf = async ({ id }: Scene) => (await teamsOf(worker, id)).map(({ name }) => name);

const add = ({ administrator, member, second }: Scene) =>
  postToTeam(administrator.visitor, second, "add-member", { email: member.email });

test("of two people who create the last allowed team, only one succeeds", async () => {
  const it = await scene();
  for (let number = 3; number < TEAMS_PER_ORGANISATION; number += 1)
    await addTeam(worker, it.id, `Printers ${number}`);
  const refused = await rightBefore(
    storage,
    () => createTeam(it.owner.visitor, it, "One"),
    () => createTeam(it.administrator.visitor, it, "Other"),
  );
  expect([refused.status, codeOf(refused)]).toEqual([409, "MAXIMUM_TEAMS_REACHED"]);
  expect(await teamsOf(worker, it.id)).toHaveLength(TEAMS_PER_ORGANISATION);
});

test("of two people who delete the last two teams, only one succeeds", async () => {
  const it = await scene();
  const refused = await rightBefore(
    storage,
    () => postToTeam(it.owner.visitor, it.first, "delete"),
    () => postToTeam(it.administrator.visitor, it.second, "delete"),
  );
  expect(codeOf(refused)).toBe("LAST_TEAM_CANNOT_BE_REMOVED");
  expect(await namesOf(it)).toEqual(["Hogarth Press"]);
});

test("two people who delete the same team delete it once", async () => {
  const it = await scene();
  await addTeam(worker, it.id, "A third one");
  const remove = ({ visitor }: Scene["owner"]) => postToTeam(visitor, it.second, "delete");
  const late = await rightBefore(
    storage,
    () => remove(it.owner),
    () => remove(it.administrator),
  );
  expect(codeOf(late)).toBe("TEAM_NOT_FOUND");
  expect(await namesOf(it)).toEqual(["A third one", "Hogarth Press"]);
});

test("of two people who give two teams the same name, only one succeeds", async () => {
  const it = await scene();
  const refused = await rightBefore(
    storage,
    () => postToTeam(it.owner.visitor, it.first, "rename", { name: "Binders" }),
    () => postToTeam(it.administrator.visitor, it.second, "rename", { name: "BINDERS" }),
  );
  expect([refused.status, codeOf(refused)]).toEqual([409, "TEAM_ALREADY_EXISTS"]);
  expect(await namesOf(it)).toEqual(["BINDERS", "Hogarth Press"]);
});

test("of two people who rename one team, the second sees the first one's name", async () => {
  const it = await scene();
  const rename = ({ visitor }: Scene["owner"], name: string) =>
    postToTeam(visitor, it.second, "rename", { name, original: JSON.stringify({ name: "Printers" }) });
  const refused = await rightBefore(
    storage,
    () => rename(it.owner, "Binders"),
    () => rename(it.administrator, "Pressmen"),
  );
  expect([refused.status, codeOf(refused)]).toEqual([409, "ROW_CHANGED"]);
  expect(await namesOf(it)).toEqual(["Hogarth Press", "Pressmen"]);
});

test("two people who create teams of the same name create one", async () => {
  const it = await scene();
  const refused = await rightBefore(
    storage,
    () => createTeam(it.owner.visitor, it, "Binders"),
    () => createTeam(it.administrator.visitor, it, "binders"),
  );
  expect([refused.status, codeOf(refused)]).toEqual([409, "TEAM_ALREADY_EXISTS"]);
  expect(await namesOf(it)).toEqual(["binders", "Hogarth Press", "Printers"]);
});

test("nobody is added to a team that is deleted at the same moment", async () => {
  const it = await scene();
  const refused = await rightBefore(
    storage,
    () => add(it),
    () => postToTeam(it.owner.visitor, it.second, "delete"),
  );
  expect([refused.status, codeOf(refused)]).toEqual([404, "TEAM_NOT_FOUND"]);
  expect(await placesIn(worker, it.second.teamId)).toEqual([]);
});

test("if a member is added to a team that is deleted at the same moment, no row of the team stays", async () => {
  const it = await scene();
  const deleted = await rightBefore(
    storage,
    () => postToTeam(it.owner.visitor, it.second, "delete"),
    () => add(it),
  );
  expect(codeOf(deleted)).toBeNull();
  expect(await placesIn(worker, it.second.teamId)).toEqual([]);
  expect(await namesOf(it)).toEqual(["Hogarth Press"]);
});

test("a member who is removed from the organisation at the same moment is added to no team", async () => {
  const it = await scene();
  const refused = await rightBefore(storage, () => add(it), it.removeMember);
  expect([refused.status, codeOf(refused)]).toEqual([404, "MEMBER_NOT_FOUND"]);
  expect(await placesIn(worker, it.second.teamId)).toEqual([]);
});

test("a member who is added to a team at the same moment leaves it with the organisation", async () => {
  const it = await scene();
  const removed = await rightBefore(storage, it.removeMember, () => add(it));
  expect(codeOf(removed)).toBeNull();
  expect(await placesIn(worker, it.second.teamId)).toEqual([]);
});

test("two people who add the same member to a team add them once", async () => {
  const it = await scene();
  const late = await rightBefore(
    storage,
    () => add(it),
    () => add(it),
  );
  expect(codeOf(late)).toBeNull();
  expect(await placesIn(worker, it.second.teamId)).toEqual([it.memberPlace.memberId]);
});

test.each([
  [
    "creates a team",
    "YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS",
    (it: Scene) => createTeam(it.administrator.visitor, it, "Binders"),
  ],
  [
    "renames a team",
    "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM",
    (it: Scene) => postToTeam(it.administrator.visitor, it.second, "rename", { name: "Binders" }),
  ],
  ["adds a member", "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM", add],
  [
    "removes a member",
    "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM",
    (it: Scene) =>
      postToTeam(it.administrator.visitor, it.first, "remove-member", { memberId: it.administratorId }),
  ],
  [
    "deletes a team",
    "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM",
    (it: Scene) => postToTeam(it.administrator.visitor, it.second, "delete"),
  ],
])("an administrator who is demoted right before the write does nothing: %s", async (_, code, deed) => {
  const it = await scene();
  const { organisationId } = it.memberPlace;
  const own = {
    organisationId,
    teamId: it.first.teamId,
    memberId: it.administratorId,
    userId: it.administrator.id,
  };
  await addToTeam(worker, own);
  const before = await teamsOf(worker, it.id);
  expect(codeOf(await rightBefore(storage, () => deed(it), it.demote))).toBe(code);
  expect(await teamsOf(worker, it.id)).toEqual(before);
});

test("an invitation to a team that is deleted at the same moment makes the user a member of the organisation only", async () => {
  const it = await scene();
  const invited = await someone(worker);
  const fields = { intent: "invite", email: invited.email, role: "member", teamId: it.second.teamId };
  await it.owner.visitor.post(`/app/o/${it.slug}/invitations`, fields);
  const link = await linkTo(worker, invited.email);
  const accepted = await rightBefore(
    storage,
    () => invited.visitor.post(link, { intent: "accept" }),
    () => postToTeam(it.owner.visitor, it.second, "delete"),
  );
  expect(accepted).toRedirectTo(`/app/o/${it.slug}`);
  expect(await placesIn(worker, it.second.teamId)).toEqual([]);
  expect((await invited.visitor.get(`/app/o/${it.slug}`)).status).toBe(200);
});
