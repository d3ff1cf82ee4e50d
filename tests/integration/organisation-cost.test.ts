import { afterAll, beforeAll, expect, test } from "vitest";
import { MEMBERSHIPS_PER_USER, TEAMS_PER_ORGANISATION } from "#app/slices/organisation/limits.ts";
import { anOrganisation } from "#tests/support/organisation-invitations.ts";
import { addInvitation, addMembers, addTeam } from "#tests/support/organisations.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// What a page of an organisation costs among 10,000 others, with as many members as one can have.

let worker: TestWorker;
let organisation: Awaited<ReturnType<typeof anOrganisation>>;

beforeAll(async () => {
  worker = await startTestWorker();
  organisation = await anOrganisation(worker);
  await addMembers(worker, organisation.id, 99);
  // As many teams as one can have, and everybody in the first of them.
  for (let number = 1; number < TEAMS_PER_ORGANISATION; number += 1)
    await addTeam(worker, organisation.id, `Printers ${number}`);
  await worker.d1
    .prepare(
      `insert into organisation_team_members (id, organisation_id, team_id, member_id, user_id, created_at, updated_at)
       select id, organisation_id, ?, id, user_id, 1, 1 from organisation_members where organisation_id = ?`,
    )
    .bind(organisation.teamId, organisation.id)
    .run();
  await addInvitation(worker, { organisationId: organisation.id, userId: organisation.owner.id });
  const numbers =
    "with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 10000)";
  await worker.d1.batch([
    worker.d1.prepare(
      `${numbers} insert into organisations (id, name, name_key, slug, created_at, updated_at)
       select 'o' || n, 'Press ' || n, 'press ' || n, 'press-' || n, 1, 1 from numbers`,
    ),
    worker.d1.prepare(
      `${numbers} insert into organisation_addresses (slug, organisation_id) select 'press-' || n, 'o' || n from numbers`,
    ),
    worker.d1
      .prepare(
        `${numbers} insert into organisation_members (id, organisation_id, user_id, role, created_at, updated_at)
         select 'm' || n, 'o' || n, ?, 'member', 1, 1 from numbers where n < ${MEMBERSHIPS_PER_USER}`,
      )
      .bind(organisation.owner.id),
  ]);
});
afterAll(() => worker.stop());

test.each([
  { path: () => "/app/o", rows: 60 },
  { path: ({ slug }: typeof organisation) => `/app/o/${slug}/settings`, rows: 30 },
  { path: ({ slug }: typeof organisation) => `/app/o/${slug}/invitations`, rows: 60 },
  { path: ({ slug, memberId }: typeof organisation) => `/app/o/${slug}/members/${memberId}`, rows: 40 },
  // A page of its 100 members, each with a row of theirs and one of the user.
  { path: ({ slug }: typeof organisation) => `/app/o/${slug}`, rows: 60 },
  { path: ({ slug }: typeof organisation) => `/app/o/${slug}/teams`, rows: 40 },
  { path: ({ slug, teamId }: typeof organisation) => `/app/o/${slug}/teams/${teamId}`, rows: 60 },
])("$rows rows at most, in one round trip", async ({ path, rows }) => {
  const page = await organisation.owner.visitor.get(path(organisation));
  expect(page.status).toBe(200);
  const cost = databaseCost(page);
  expect(cost.roundTrips).toBe(1);
  expect(cost.rowsRead).toBeLessThanOrEqual(rows);
});

test("an address of another organisation costs what one of none does", async () => {
  const costs = [];
  for (const slug of ["press-9000", "press-none"]) {
    const page = await organisation.owner.visitor.get(`/app/o/${slug}`);
    expect(page.status).toBe(404);
    const { queries, roundTrips } = databaseCost(page);
    costs.push({ queries, roundTrips });
  }
  expect(costs[0]).toEqual(costs[1]);
});
