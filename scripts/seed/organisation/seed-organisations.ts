import { eq } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { FIRST_ACCOUNTS } from "#app/identity/user/first-accounts.ts";
import type { Role } from "#app/permissions.ts";
import {
  organisationAddresses,
  organisationMembers,
  organisations,
  organisationTeamMembers,
  organisationTeams,
  users,
} from "#app/schema.ts";
import { type OrganisationRole, OWNER } from "#app/slices/organisation/organisation-roles.ts";

/**
 * The organisations of the seed, which are publishers. `members` maps roles of the product to roles in the
 * organisation: the first account with the former becomes a member with the latter.
 */
const ORGANISATIONS: readonly {
  name: string;
  slug: string;
  /**
   * The name of the second team, which the owner is in. The first team has the organisation's name and all
   * members.
   */
  team: string;
  members: Partial<Record<Role, OrganisationRole>>;
}[] = [
  {
    name: "Hogarth Press",
    slug: "hogarth-press",
    team: "Compositors",
    members: { user: "owner", admin: "member" },
  },
  {
    name: "دار المعارف",
    slug: "dar-al-maaref",
    team: "المحررون",
    members: { user: "owner", admin: "owner" },
  },
  {
    name: "Shakespeare and Company",
    slug: "shakespeare-and-company",
    team: "Lending library",
    members: { user: "administrator", admin: "owner" },
  },
];

/** Creates organisations with the first accounts as members. */
export async function seedOrganisations(db: DrizzleD1Database, now: number): Promise<void> {
  for (const [index, { name, slug, team, members }] of ORGANISATIONS.entries()) {
    const id = crypto.randomUUID();
    const at = now - index * DAY;
    const times = { createdAt: at, updatedAt: at };
    await db.insert(organisations).values({ id, name, nameKey: comparisonKey(name), slug, ...times });
    await db.insert(organisationAddresses).values({ slug, organisationId: id });
    const first = { id: crypto.randomUUID(), name };
    const second = { id: crypto.randomUUID(), name: team };
    for (const { id: teamId, name } of [first, second])
      await db
        .insert(organisationTeams)
        .values({ id: teamId, organisationId: id, name, nameKey: comparisonKey(name), ...times });
    for (const { email, role } of FIRST_ACCOUNTS) {
      const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
      const theirs = members[role];
      if (!user || !theirs) continue;
      const memberId = crypto.randomUUID();
      const both = { organisationId: id, userId: user.id, ...times };
      await db.insert(organisationMembers).values({ id: memberId, role: theirs, ...both });
      for (const { id: teamId } of theirs === OWNER ? [first, second] : [first])
        await db.insert(organisationTeamMembers).values({ teamId, memberId, ...both });
    }
  }
}
