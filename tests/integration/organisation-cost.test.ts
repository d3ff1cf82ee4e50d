import { afterAll, beforeAll, expect, test } from "vitest";
import { MEMBERSHIPS_PER_USER, TEAMS_PER_ORGANISATION } from "#app/slices/organisation/limits.ts";
import { addLinkedInvitation, anOrganisation } from "#tests/support/organisation-invitations.ts";
import { addInvitations, addMembers, addTeam } from "#tests/support/organisations.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests what the pages of an organisation with as many members as allowed cost, among 10,000 other
// organisations.

let worker: TestWorker;
let organisation: Awaited<ReturnType<typeof anOrganisation>>;
/** The path of the link to an invitation. */
let link: string;

beforeAll(async () => {
  worker = await startTestWorker();
  organisation = await anOrganisation(worker);
  await addMembers(worker, organisation.id, 99);
  // There are as many teams as allowed, and everybody is in the first one.
  for (let number = 1; number < TEAMS_PER_ORGANISATION; number += 1)
    await addTeam(worker, organisation.id, `Printers ${number}`);
  await worker.d1
    .prepare(
      `insert into organisation_team_members (id, organisation_id, team_id, member_id, user_id, created_at, updated_at)
       select id, organisation_id, ?, id, user_id, 1, 1 from organisation_members where organisation_id = ?`,
    )
    .bind(organisation.teamId, organisation.id)
    .run();
  // There are more open invitations than allowed, and the one with the link is the oldest.
  await addInvitations(worker, organisation, 250);
  await worker.d1
    .prepare("update organisation_invitations set state = 'cancelled' where created_at between 2 and 151")
    .run();
  ({ link } = await addLinkedInvitation(worker, {
    organisationId: organisation.id,
    userId: organisation.owner.id,
    teamId: organisation.teamId,
  }));
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
    // Each organisation has a logo.
    worker.d1.prepare("update organisations set logo_id = 'logo-of-' || id"),
  ]);
});
afterAll(() => worker.stop());

test.each([
  { path: () => "/app/o", rows: 60 },
  { path: ({ slug }: typeof organisation) => `/app/o/${slug}/settings`, rows: 30 },
  { path: ({ slug }: typeof organisation) => `/app/o/${slug}/delete`, rows: 30 },
  { path: ({ slug }: typeof organisation) => `/app/o/${slug}/invitations`, rows: 60 },
  // The invitation behind this link can't be accepted.
  { path: () => link, rows: 30, status: 409 },
  { path: ({ slug, memberId }: typeof organisation) => `/app/o/${slug}/members/${memberId}`, rows: 40 },
  // One page of the organisation's 100 members. For each, D1 reads a membership and a user.
  { path: ({ slug }: typeof organisation) => `/app/o/${slug}`, rows: 60 },
  { path: ({ slug }: typeof organisation) => `/app/o/${slug}/teams`, rows: 40 },
  { path: ({ slug, teamId }: typeof organisation) => `/app/o/${slug}/teams/${teamId}`, rows: 60 },
])("a page reads $rows rows at most, in one round trip", async ({ path, rows, status = 200 }) => {
  const page = await organisation.owner.visitor.get(path(organisation));
  expect(page.status).toBe(status);
  const cost = databaseCost(page);
  expect(cost.roundTrips).toBe(1);
  expect(cost.rowsRead).toBeLessThanOrEqual(rows);
});

test("the page of invitations lists each open one, which can be cancelled there", async () => {
  const { visitor } = organisation.owner;
  const first = `/app/o/${organisation.slug}/invitations`;
  const open = new Set<string>();
  let [path, pages] = [first, 0];
  for (let next: string | undefined = first; next; pages += 1) {
    path = next;
    const page = await visitor.get(path);
    expect(databaseCost(page).rowsRead).toBeLessThanOrEqual(60);
    const html = await page.text();
    for (const [, id = ""] of html.matchAll(/name="id" value="([^"]+)"/g)) open.add(id);
    const [, search] = /href="[^"?]*(\?after=[^"]+)"/.exec(html) ?? [];
    next = search && first + search.replaceAll("&amp;", "&");
  }
  expect([open.size, pages]).toEqual([101, 13]);
  const oldest = `${organisation.id}1`;
  expect(await visitor.post(path, { intent: "cancel", id: oldest })).toRedirectTo(first);
  expect(await (await visitor.get(path)).text()).not.toContain(`value="${oldest}"`);
});

test("another organisation's address costs the same as an unused one", async () => {
  const costs = [];
  for (const slug of ["press-9000", "press-none"]) {
    const page = await organisation.owner.visitor.get(`/app/o/${slug}`);
    expect(page.status).toBe(404);
    const { queries, roundTrips } = databaseCost(page);
    costs.push({ queries, roundTrips });
  }
  expect(costs[0]).toEqual(costs[1]);
});
