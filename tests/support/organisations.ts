import { DAY, HOUR } from "#app/core/lib/durations.ts";
import {
  auditLog,
  organisationAddresses,
  organisationInvitations,
  organisationMembers,
  organisations,
  organisationTeamMembers,
  organisationTeams,
} from "#app/schema.ts";
import type { OrganisationRole } from "#app/slices/organisation/organisation-roles.ts";
import type { TestWorker } from "./worker.ts";

let made = 0;

/**
 * Adds an organisation with its owner and its first team, which is empty. @returns the ids of both, the organisation's
 * address, and the id of the owner's membership
 */
export async function addOrganisation(
  worker: TestWorker,
  ownerId: string,
  { name = "Bookbinders" } = {},
): Promise<{ id: string; slug: string; name: string; memberId: string; teamId: string }> {
  made += 1;
  const slug = `bookbinders-${made}-${crypto.randomUUID().slice(0, 8)}`;
  const id = crypto.randomUUID();
  await worker.db.insert(organisations).values({ id, name, nameKey: name.toLowerCase(), slug });
  await worker.db.insert(organisationAddresses).values({ slug, organisationId: id });
  const owner = await addMember(worker, { organisationId: id, userId: ownerId, role: "owner" });
  const teamId = await addTeam(worker, id, name);
  return { id, slug, name, memberId: owner.id, teamId };
}

/** Adds a team to an organisation. */
export async function addTeam(
  { db }: Pick<TestWorker, "db">,
  organisationId: string,
  name = "Printers",
): Promise<string> {
  const id = crypto.randomUUID();
  await db.insert(organisationTeams).values({ id, organisationId, name, nameKey: name.toLowerCase() });
  return id;
}

/** Adds a member to a team. */
export const addToTeam = (
  { db }: TestWorker,
  place: { organisationId: string; teamId: string; memberId: string; userId: string },
) => db.insert(organisationTeamMembers).values(place);

/** Adds a member to an organisation. */
export async function addMember(
  { db }: TestWorker,
  member: { organisationId: string; userId: string; role: OrganisationRole },
): Promise<{ id: string }> {
  const id = crypto.randomUUID();
  await db.insert(organisationMembers).values({ ...member, id });
  return { id };
}

/** Adds many members, each a new user. */
export async function addMembers({ d1 }: TestWorker, organisationId: string, count: number): Promise<void> {
  const numbers = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
  const [user, member] = [`'${organisationId}' || n`, `'${organisationId}'`];
  await d1.batch([
    d1.prepare(
      `${numbers} insert into users (id, email, created_at, updated_at) select ${user}, ${user} || '@example.com', 1, 1 from numbers`,
    ),
    d1.prepare(
      `${numbers} insert into organisation_members (id, organisation_id, user_id, role, created_at, updated_at)
       select ${user}, ${member}, ${user}, 'member', 1, 1 from numbers`,
    ),
  ]);
}

/** Adds an open invitation. @param invitation.userId the inviter */
export async function addInvitation(
  { db }: TestWorker,
  invitation: { organisationId: string; userId: string } & Partial<
    typeof organisationInvitations.$inferInsert
  >,
): Promise<string> {
  const id = crypto.randomUUID();
  await db.insert(organisationInvitations).values({
    id,
    email: `${id}@example.com`,
    role: "member",
    state: "open",
    nonce: id,
    expiresAt: Date.now() + DAY,
    ...invitation,
  });
  return id;
}

/** Adds many open invitations, each to a different address and to the first team. */
export async function addInvitations(
  { d1 }: TestWorker,
  { id, owner, teamId }: { id: string; owner: { id: string }; teamId: string },
  count: number,
): Promise<void> {
  await d1
    .prepare(
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?1)
       insert into organisation_invitations
         (id, organisation_id, user_id, email, role, team_id, state, nonce, expires_at, created_at, updated_at)
       select ?2 || n, ?2, ?3, ?2 || n || '@example.com', 'member', ?4, 'open', 'nonce', ?5, n, n from numbers`,
    )
    .bind(count, id, owner.id, teamId, Date.now() + DAY)
    .run();
}

/**
 * Adds entries about an organisation to the audit log: more than a page of an owner's actions, and one action
 * of each kind of stranger.
 */
export async function addEntries(
  { db }: TestWorker,
  { organisationId, userId }: { organisationId: string; userId: string },
): Promise<void> {
  const entry = {
    at: Date.now(),
    requestId: "request",
    action: "organisation.update",
    actorId: userId,
    actorLabel: "owner@example.com",
    subjectId: organisationId,
    subjectLabel: "Bookbinders",
    changes: [["name", "Binders", "Bookbinders"]],
    tenantId: organisationId,
  } satisfies typeof auditLog.$inferInsert;
  const stranger = {
    action: "invitation.decline",
    subjectLabel: "friend@example.com",
    changes: null,
  } as const;
  const entries = [
    { ...entry, ...stranger, actorId: null, actorLabel: null },
    { ...entry, ...stranger, actorId: "former", actorLabel: "former@example.com", tokenName: "Program" },
    ...Array.from({ length: 9 }, (_, hours) => ({ ...entry, at: entry.at - hours * HOUR })),
  ];
  // The entries are added one by one, because D1 allows only 100 values in a statement.
  for (const values of entries) await db.insert(auditLog).values(values);
}
