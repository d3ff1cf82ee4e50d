import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newRowId } from "#app/core/forms/row-id.ts";
import { auditLog, organisations, users } from "#app/schema.ts";
import { TEAMS_PER_ORGANISATION } from "#app/slices/organisation/limits.ts";
import { canIn, ORGANISATION_ROLES } from "#app/slices/organisation/organisation-roles.ts";
import { codeOf, organisationWithPeople, type SignedInMember } from "#tests/support/organisation-people.ts";
import { createTeam, placesIn, postToTeam, teamsOf } from "#tests/support/organisation-teams.ts";
import { addMembers, addTeam, addToTeam } from "#tests/support/organisations.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

/** Creates an organisation with two teams, its owner, and other signed-in users. */
async function organisationWithTeams(...roles: Parameters<typeof organisationWithPeople>[1][]) {
  const organisation = await organisationWithPeople(worker, ...roles);
  const teamId = await addTeam(worker, organisation.id);
  return { ...organisation, teamId };
}

const emailOf = async ({ userId }: SignedInMember) =>
  (await worker.db.select().from(users).where(eq(users.id, userId)))[0]?.email as string;

test("a new organisation has a team with its name and its owner", async () => {
  const visitor = await Visitor.signedIn(worker);
  const name = `Press ${crypto.randomUUID()}`;
  const made = await visitor.post("/app/o/new", { name });
  const [organisation] = await worker.db.select().from(organisations).where(eq(organisations.name, name));
  const teams = await teamsOf(worker, organisation?.id as string);
  expect(teams).toMatchObject([{ name, memberCount: 1 }]);
  const page = await visitor.get(`${made.headers.get("Location")}/teams/${teams[0]?.id}`);
  await expect(page).toShow(t("organisation:members", { count: 1 }));
  expect(await page.text(), "the last one").not.toContain("confirm=delete");
  expect(
    codeOf(
      await postToTeam(
        visitor,
        { slug: organisation?.slug as string, teamId: teams[0]?.id as string },
        "delete",
      ),
    ),
  ).toBe("LAST_TEAM_CANNOT_BE_REMOVED");
});

test("an owner creates a team, adds a member, removes them, renames the team and deletes it, and the log records it all", async () => {
  const { id, slug, path, owner, others } = await organisationWithPeople(worker, "member");
  const [member] = others as [SignedInMember];
  const email = await emailOf(member);
  const created = await createTeam(owner.visitor, { slug }, "Compositors");
  const page = created.headers.get("Location") as string;
  const teamId = page.split("/").at(-1) as string;
  expect(page).toBe(`${path}/teams/${teamId}`);
  await expect(await owner.visitor.get(page)).toShow(t("team:empty"));
  await expect(await owner.visitor.get(`${path}/teams`)).toShow("Compositors 0 members");

  expect(await postToTeam(owner.visitor, { slug, teamId }, "add-member", { email })).toRedirectTo(page);
  expect(await postToTeam(owner.visitor, { slug, teamId }, "add-member", { email }), "again").toRedirectTo(
    page,
  );
  expect(await placesIn(worker, teamId)).toEqual([member.memberId]);
  await expect(await member.visitor.get(page)).toShow(email);
  await expect(await member.visitor.get(`${path}/teams`)).toShow("Compositors 1 member");

  const { memberId } = member;
  expect(await postToTeam(owner.visitor, { slug, teamId }, "remove-member", { memberId })).toRedirectTo(page);
  expect(await placesIn(worker, teamId)).toEqual([]);
  const again = await postToTeam(owner.visitor, { slug, teamId }, "remove-member", { memberId });
  expect(codeOf(again)).toBe("MEMBER_NOT_FOUND");

  await postToTeam(owner.visitor, { slug, teamId }, "add-member", { email });
  await postToTeam(owner.visitor, { slug, teamId }, "rename", { name: "Pressmen" });
  const question = await owner.visitor.get(`${page}?confirm=delete`);
  await expect(question).toShow(t("team:delete.title", { name: "Pressmen" }));
  await expect(question).toShow(`${t("team:delete.description")} ${t("organisation:members", { count: 1 })}`);
  expect(await postToTeam(owner.visitor, { slug, teamId }, "delete")).toRedirectTo(`${path}/teams`);
  expect((await teamsOf(worker, id)).map(({ name }) => name)).toEqual(["Bookbinders"]);
  expect((await member.visitor.get(path)).status, "still a member of the organisation").toBe(200);
  expect(codeOf(await owner.visitor.get(page))).toBe("TEAM_NOT_FOUND");

  const entries = await worker.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.actorId, owner.userId))
    .orderBy(auditLog.at);
  const recorded = entries.flatMap(({ action, subjectLabel, changes }) =>
    action.startsWith("team.") ? [[action, subjectLabel, changes?.[0]]] : [],
  );
  const inTeam = ["team.addMember", email, ["team", null, "Compositors"]];
  const out = ["team.removeMember", email, ["team", "Compositors", null]];
  expect(recorded).toEqual([
    ["team.create", "Compositors", undefined],
    inTeam,
    out,
    inTeam,
    ["team.update", "Compositors", ["name", "Compositors", "Pressmen"]],
    ["team.delete", "Pressmen", undefined],
  ]);
});

describe.each(ORGANISATION_ROLES)("as %s", (role) => {
  test("what the role may not do with teams is refused and not offered", async () => {
    const { slug, teamId, path, owner, others } = await organisationWithTeams(role);
    const [{ visitor }] = others as [SignedInMember];
    const [team, list] = [await visitor.get(`${path}/teams/${teamId}`), await visitor.get(`${path}/teams`)];
    const [teamHtml, listHtml] = [await team.text(), await list.text()];
    const offered = {
      create: listHtml.includes('name="name"'),
      update: ["rename", "add-member"].every((intent) => teamHtml.includes(`value="${intent}"`)),
      delete: teamHtml.includes("confirm=delete"),
      question: (await (await visitor.get(`${path}/teams/${teamId}?confirm=delete`)).text()).includes(
        "<dialog",
      ),
    };
    const may = {
      create: canIn(role, "team:create"),
      update: canIn(role, "team:update"),
      delete: canIn(role, "team:delete"),
    };
    expect(offered).toEqual({ ...may, question: may.delete });

    const email = await emailOf(owner);
    const place = { slug, teamId };
    expect({
      create: codeOf(await createTeam(visitor, place, "Compositors")),
      rename: codeOf(await postToTeam(visitor, place, "rename", { name: "Pressmen" })),
      add: codeOf(await postToTeam(visitor, place, "add-member", { email })),
      remove: codeOf(await postToTeam(visitor, place, "remove-member", { memberId: owner.memberId })),
      delete: codeOf(await postToTeam(visitor, place, "delete")),
    }).toEqual({
      create: may.create ? null : "YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS",
      rename: may.update ? null : "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM",
      add: may.update ? null : "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM",
      remove: may.update ? null : "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM",
      delete: may.delete ? null : "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM",
    });
  });
});

describe("a team", () => {
  test("has a unique name in the organisation, whatever its case and accents", async () => {
    const { slug, id, teamId, owner } = await organisationWithTeams();
    const refused = await createTeam(owner.visitor, { slug }, " PRINTERS ");
    expect([refused.status, codeOf(refused)]).toEqual([409, "TEAM_ALREADY_EXISTS"]);
    await expect(refused).toShow(t("code:TEAM_ALREADY_EXISTS"));
    const renamed = await postToTeam(owner.visitor, { slug, teamId }, "rename", { name: "bookbinders" });
    expect([renamed.status, codeOf(renamed)]).toEqual([409, "TEAM_ALREADY_EXISTS"]);
    expect((await teamsOf(worker, id)).map(({ name }) => name)).toEqual(["Bookbinders", "Printers"]);
    // Another organisation may use the same names.
    const other = await organisationWithPeople(worker);
    expect((await createTeam(other.owner.visitor, other, "Printers")).status).toBe(302);
  });

  test("is created once by a form that is sent twice, and gets a new id if its id is taken", async () => {
    const { slug, id, owner } = await organisationWithPeople(worker);
    const formId = crypto.randomUUID();
    const pages = [
      await createTeam(owner.visitor, { slug }, "Compositors", formId),
      await createTeam(owner.visitor, { slug }, "Compositors", formId),
    ];
    for (const page of pages) expect(page).toRedirectTo(`/app/o/${slug}/teams/${newRowId.parse(formId)}`);
    expect((await createTeam(owner.visitor, { slug }, "Pressmen", formId)).status).toBe(302);
    expect((await teamsOf(worker, id)).map(({ name }) => name)).toEqual([
      "Bookbinders",
      "Compositors",
      "Pressmen",
    ]);
  });

  test("of another organisation does not exist", async () => {
    const { slug, owner } = await organisationWithPeople(worker);
    const other = await organisationWithTeams();
    const place = { organisationId: other.id, memberId: other.owner.memberId, userId: other.owner.userId };
    await addToTeam(worker, { teamId: other.teamId, ...place });
    const before = await teamsOf(worker, other.id);
    for (const teamId of [other.teamId, crypto.randomUUID()]) {
      const responses = [
        await owner.visitor.get(`/app/o/${slug}/teams/${teamId}`),
        await postToTeam(owner.visitor, { slug, teamId }, "rename", { name: "Mine" }),
        await postToTeam(owner.visitor, { slug, teamId }, "add-member", { email: await emailOf(owner) }),
        await postToTeam(owner.visitor, { slug, teamId }, "remove-member", { memberId: place.memberId }),
        await postToTeam(owner.visitor, { slug, teamId }, "delete"),
      ];
      expect(responses.map(codeOf)).toEqual(responses.map(() => "TEAM_NOT_FOUND"));
      expect(responses[0]?.status).toBe(404);
    }
    expect(await teamsOf(worker, other.id)).toEqual(before);
    expect(await placesIn(worker, other.teamId)).toEqual([place.memberId]);
  });

  test("accepts only members of its organisation", async () => {
    const { slug, teamId, owner } = await organisationWithTeams();
    const other = await organisationWithPeople(worker);
    for (const email of [await emailOf(other.owner), "nobody@example.com"]) {
      const refused = await postToTeam(owner.visitor, { slug, teamId }, "add-member", { email });
      expect([refused.status, codeOf(refused)]).toEqual([404, "MEMBER_NOT_FOUND"]);
    }
    expect(await placesIn(worker, teamId)).toEqual([]);
  });

  test("is not renamed if it has a newer name than the form showed", async () => {
    const { slug, teamId, owner } = await organisationWithTeams();
    await postToTeam(owner.visitor, { slug, teamId }, "rename", { name: "Pressmen" });
    const late = await postToTeam(owner.visitor, { slug, teamId }, "rename", {
      name: "Compositors",
      original: JSON.stringify({ name: "Printers" }),
    });
    expect([late.status, codeOf(late)]).toEqual([409, "ROW_CHANGED"]);
    await expect(late).toShow(t("common:changedMeanwhile.keep"));
  });

  test(`of an organisation may be its ${TEAMS_PER_ORGANISATION}th, but no more`, async () => {
    const { slug, id, owner } = await organisationWithPeople(worker);
    for (let number = 2; number < TEAMS_PER_ORGANISATION; number += 1)
      await addTeam(worker, id, `Printers ${number}`);
    expect((await createTeam(owner.visitor, { slug }, "The last one")).status).toBe(302);
    const refused = await createTeam(owner.visitor, { slug }, "One too many");
    expect([refused.status, codeOf(refused)]).toEqual([409, "MAXIMUM_TEAMS_REACHED"]);
    await expect(refused).toShow(t("code:MAXIMUM_TEAMS_REACHED"));
    expect(await teamsOf(worker, id)).toHaveLength(TEAMS_PER_ORGANISATION);
    expect(await (await owner.visitor.get(`/app/o/${slug}/teams`)).text()).not.toContain('name="name"');
  });

  test("shows its members page by page", async () => {
    const { id, path, teamId, owner } = await organisationWithTeams();
    await addMembers(worker, id, 24);
    await worker.d1
      .prepare(
        `insert into organisation_team_members (id, organisation_id, team_id, member_id, user_id, created_at, updated_at)
         select id, organisation_id, ?, id, user_id, 1, 1 from organisation_members where organisation_id = ?`,
      )
      .bind(teamId, id)
      .run();
    for (const list of [path, `${path}/teams/${teamId}`]) {
      const first = await (await owner.visitor.get(list)).text();
      const [, more] = /href="([^"]*\?after=[^"]*)"/.exec(first) ?? [];
      const second = await (await owner.visitor.get(more as string)).text();
      const idsIn = (html: string) => [...html.matchAll(/\/members\/([^"?]+)"/g)].map(([, id]) => id);
      expect([idsIn(first).length, idsIn(second).length]).toEqual([20, 5]);
      expect(new Set([...idsIn(first), ...idsIn(second)]).size).toBe(25);
      expect((await owner.visitor.get(`${list}?after=none`)).status).toBe(404);
    }
  });
});
