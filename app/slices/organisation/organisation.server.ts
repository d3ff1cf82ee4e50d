import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { refuseViolations, type Written } from "#app/core/db/written.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import type { ErrorCode } from "#app/error-codes.ts";
import { type Actor, rowSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { lostAuthority, mayStill } from "#app/identity/session/authority.server.ts";
import { organisationAddresses } from "#app/slices/organisation/tables/organisation-addresses.table.ts";
import { organisationMembers } from "#app/slices/organisation/tables/organisation-members.table.ts";
import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";
import { organisationTeamMembers } from "#app/slices/organisation/tables/team-members.table.ts";
import { organisationTeams } from "#app/slices/organisation/tables/teams.table.ts";
import { type Changer, changeOrganisation, removeOrganisation, TAKEN } from "./change-organisation.server.ts";
import { ADDRESS_PERIOD } from "./limits.ts";
import { findMembership, lostMembership, type Membership, mayStillIn } from "./membership.server.ts";
import type { NewOrganisation, OrganisationChange } from "./organisation.schema.ts";
import { type OrganisationPermission, OWNER } from "./organisation-roles.ts";
import { mayJoinAnother, mayOwnAnother } from "./organisations-per-user.server.ts";

/**
 * A user's organisations, by name. There are few, so they are sorted here: to sort them, D1 would read each row once
 * more.
 * @param userId their id, or a query for it
 */
export async function listOrganisations(db: Database, userId: string | SQL) {
  const rows = await db
    .select({
      id: organisations.id,
      name: organisations.name,
      nameKey: organisations.nameKey,
      slug: organisations.slug,
      logoId: organisations.logoId,
      memberId: sql<string>`${organisationMembers.id}`.as("member_id"),
      role: organisationMembers.role,
    })
    .from(organisationMembers)
    .innerJoin(organisations, eq(organisations.id, organisationMembers.organisationId))
    .where(eq(organisationMembers.userId, userId));
  const placeOf = ({ nameKey, id }: { nameKey: string; id: string }) => `${nameKey}\n${id}`;
  return rows
    .sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
    .map(({ nameKey, ...organisation }) => organisation);
}

/** Creates an organisation, with the user as its owner. The same form sent twice creates one organisation. */
export async function createOrganisation(
  db: Database,
  { name, slug }: NewOrganisation,
  userId: string,
  actor: Actor,
): Promise<Written> {
  const [id, memberId, teamId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const isNew = { from: organisations, where: eq(organisations.id, id) };
  const made = await refuseViolations(TAKEN, async (): Promise<Written> => {
    const insert = insertFrom(
      db,
      organisations,
      { id, name, nameKey: comparisonKey(name), slug },
      {
        where: and(
          mayOwnAnother(db, userId),
          mayJoinAnother(db, userId),
          mayStill(db, actor, "organisation:create"),
        ),
      },
    );
    const { created } = await runBatch(db, {
      created: withAuditEntry(
        db,
        insert.returning({ id: organisations.id }),
        actor,
        "organisation.create",
        rowSubject(organisations, id, organisations.name),
      ),
      address: insertFrom(db, organisationAddresses, { slug, organisationId: id }, isNew),
      owner: insertFrom(
        db,
        organisationMembers,
        { id: memberId, organisationId: id, userId, role: OWNER },
        isNew,
      ),
      // The first team has the organisation's name.
      team: insertFrom(
        db,
        organisationTeams,
        { id: teamId, organisationId: id, name, nameKey: comparisonKey(name) },
        isNew,
      ),
      teamMember: insertFrom(
        db,
        organisationTeamMembers,
        { organisationId: id, teamId, memberId, userId },
        isNew,
      ),
    });
    if (created.length === 1) return { ok: true, id };
    return (
      (await lostAuthority(db, actor, "organisation:create")) ?? {
        ok: false,
        code: "MAXIMUM_ORGANIZATIONS_REACHED",
      }
    );
  });
  if (made.ok) return made;
  const membership = await findMembership(db, slug, userId);
  const isSame = membership?.name === name && membership.slug === slug && membership.role === OWNER;
  return isSame ? { ok: true, id: membership.organisationId, repeated: true } : made;
}

/** A member who changes their organisation. @param code the error code for a role without the permission */
const memberWho = (
  db: Database,
  actor: Actor,
  membership: Membership,
  permission: OrganisationPermission,
  code: ErrorCode,
): Changer => ({
  actor,
  may: mayStillIn(db, actor, membership, permission),
  refusal: () => lostMembership(db, actor, membership, code),
});

/** Changes, for a member, the name or the address of their organisation, if the form showed the current values. */
export const updateOrganisation = (
  db: Database,
  membership: Membership,
  change: OrganisationChange,
  actor: Actor,
): Promise<Written> =>
  changeOrganisation(
    db,
    membership.organisationId,
    change,
    memberWho(
      db,
      actor,
      membership,
      "organisation:update",
      "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION",
    ),
  );

/** Deletes, for a member, their organisation with everything in it. This can't be undone. */
export const deleteOrganisation = (db: Database, membership: Membership, actor: Actor): Promise<Written> =>
  removeOrganisation(
    db,
    membership.organisationId,
    memberWho(
      db,
      actor,
      membership,
      "organisation:delete",
      "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION",
    ),
  );

/** Deletes the former addresses that are too old. @returns how many */
export const purgeOrganisationAddresses = (db: Database, now: number): Promise<number> =>
  deleteRows(db, organisationAddresses, lte(organisationAddresses.replacedAt, now - ADDRESS_PERIOD));
