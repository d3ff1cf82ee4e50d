import { afterAll, beforeAll, expect, test } from "vitest";
import { anOrganisation } from "#tests/support/organisation-invitations.ts";
import { addInvitation, addMembers } from "#tests/support/organisations.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// What a page of an organisation costs among 10,000 others, with as many members as one can have.

let worker: TestWorker;
let organisation: Awaited<ReturnType<typeof anOrganisation>>;

beforeAll(async () => {
  worker = await startTestWorker();
  organisation = await anOrganisation(worker);
  await addMembers(worker, organisation.id, 99);
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
         select 'm' || n, 'o' || n, ?, 'member', 1, 1 from numbers where n <= 5`,
      )
      .bind(organisation.owner.id),
  ]);
});
afterAll(() => worker.stop());

test.each([
  { path: () => "/app/o", rows: 40 },
  { path: ({ slug }: typeof organisation) => `/app/o/${slug}/settings`, rows: 30 },
  { path: ({ slug }: typeof organisation) => `/app/o/${slug}/invitations`, rows: 30 },
  { path: ({ slug, memberId }: typeof organisation) => `/app/o/${slug}/members/${memberId}`, rows: 40 },
  // Its 100 members, each with a row of theirs and one of the user. They are sorted by what no index holds.
  { path: ({ slug }: typeof organisation) => `/app/o/${slug}`, rows: 320 },
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
