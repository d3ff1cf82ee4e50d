import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  isNotNull,
  isNull,
  lte,
  ne,
  notInArray,
  type SQL,
  sql,
} from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { refuseViolations, type Written } from "#app/core/db/written.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { type Actor, auditEntry, rowSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { type Audited, changesOfUpdated } from "#app/identity/audit/audited.server.ts";
import { lostAuthority, mayStill } from "#app/identity/session/authority.server.ts";
import { isAsShown } from "#app/identity/write/rows.ts";
import { unchanged } from "#app/identity/write/update-row.server.ts";
import { deleteLogged } from "./delete-logged.server.ts";
import { ADDRESS_PERIOD, ORGANISATIONS_PER_USER } from "./limits.ts";
import { findMembership, lostMembership, type Membership, mayStillIn } from "./membership.server.ts";
import type { NewOrganisation, OrganisationChange } from "./organisation.schema.ts";
import { organisationAddresses } from "./organisation-addresses.table.ts";
import { organisationMembers } from "./organisation-members.table.ts";
import { OWNER } from "./organisation-roles.ts";
import { organisations } from "./organisations.table.ts";

/** What the audit log says of an organisation. */
const audited: Audited = { label: organisations.name, fields: ["name", "slug"] };

/** How many addresses that an organisation had lead to it: with more, it would keep too many from others. */
const FORMER_ADDRESSES = 5;

/** Another organisation has the address. */
const TAKEN = {
  "UNIQUE organisation_addresses.slug": { code: "ORGANIZATION_ALREADY_EXISTS", field: "slug" },
} as const;

/** The organisations that somebody is in, by name. @param userId their id, or a query for it */
export const listOrganisations = (db: Database, userId: string | SQL) =>
  db
    .select({
      id: organisations.id,
      name: organisations.name,
      slug: organisations.slug,
      role: organisationMembers.role,
    })
    .from(organisationMembers)
    .innerJoin(organisations, eq(organisations.id, organisationMembers.organisationId))
    .where(eq(organisationMembers.userId, userId))
    .orderBy(asc(organisations.nameKey), asc(organisations.id));

/** Makes an organisation, whose owner somebody becomes. The same form, sent twice, makes one. */
export async function createOrganisation(
  db: Database,
  { name, slug }: NewOrganisation,
  userId: string,
  actor: Actor,
): Promise<Written> {
  const id = crypto.randomUUID();
  const owned = db
    .select({ count: count() })
    .from(organisationMembers)
    .where(and(eq(organisationMembers.userId, userId), eq(organisationMembers.role, OWNER)));
  const isNew = { from: organisations, where: eq(organisations.id, id) };
  const made = await refuseViolations(TAKEN, async (): Promise<Written> => {
    const insert = insertFrom(
      db,
      organisations,
      { id, name, nameKey: comparisonKey(name), slug },
      { where: and(sql`(${owned}) < ${ORGANISATIONS_PER_USER}`, mayStill(db, actor, "organisation:create")) },
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
      owner: insertFrom(db, organisationMembers, { organisationId: id, userId, role: OWNER }, isNew),
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
  const there = await findMembership(db, slug, userId);
  const isSame = there?.name === name && there.slug === slug && there.role === OWNER;
  return isSame ? { ok: true, id: there.organisationId, repeated: true } : made;
}

/** Changes the name or the address of an organisation, if they are still what the form showed. */
export async function updateOrganisation(
  db: Database,
  membership: Membership,
  { shown, ...typed }: OrganisationChange,
  actor: Actor,
): Promise<Written> {
  const { organisationId: id } = membership;
  const { slug } = typed;
  const isIt = eq(organisations.id, id);
  const changeable = and(
    isIt,
    isAsShown(organisations, ["name", "slug"], shown),
    mayStillIn(db, actor, membership, "organisation:update"),
  );
  const isChanged = exists(db.select({ id: organisations.id }).from(organisations).where(changeable));
  const itsAddresses = and(eq(organisationAddresses.organisationId, id), isChanged);
  const has = db
    .select({ slug: organisationAddresses.slug })
    .from(organisationAddresses)
    .where(and(eq(organisationAddresses.organisationId, id), eq(organisationAddresses.slug, slug)));
  const latest = db
    .select({ slug: organisationAddresses.slug })
    .from(organisationAddresses)
    .where(and(eq(organisationAddresses.organisationId, id), isNotNull(organisationAddresses.replacedAt)))
    .orderBy(desc(organisationAddresses.replacedAt))
    .limit(FORMER_ADDRESSES);
  return refuseViolations(TAKEN, async () => {
    // The organisation itself comes last: the others ask what it was.
    const {
      changed,
      found: [present],
    } = await runBatch(db, {
      entry: auditEntry(db, actor, "organisation.update", {
        ...rowSubject(organisations, id, organisations.name),
        where: and(changeable, isOther(typed)),
        changes: changesOfUpdated(organisations, audited, typed),
      }),
      address: insertFrom(
        db,
        organisationAddresses,
        { slug, organisationId: id },
        { from: organisations, where: and(changeable, sql`not exists ${has}`) },
      ),
      replaced: db
        .update(organisationAddresses)
        .set({ replacedAt: actor.at })
        .where(
          and(itsAddresses, ne(organisationAddresses.slug, slug), isNull(organisationAddresses.replacedAt)),
        ),
      present: db
        .update(organisationAddresses)
        .set({ replacedAt: null })
        .where(and(itsAddresses, eq(organisationAddresses.slug, slug))),
      forgotten: db
        .delete(organisationAddresses)
        .where(
          and(
            itsAddresses,
            isNotNull(organisationAddresses.replacedAt),
            notInArray(organisationAddresses.slug, latest),
          ),
        ),
      changed: db
        .update(organisations)
        .set({ ...typed, nameKey: comparisonKey(typed.name) })
        .where(changeable)
        .returning({ id: organisations.id }),
      found: db
        .select({ name: organisations.name, slug: organisations.slug })
        .from(organisations)
        .where(and(isIt, mayStillIn(db, actor, membership, "organisation:update"))),
    });
    if (changed.length === 1) return { ok: true, id };
    if (!present)
      return lostMembership(db, actor, membership, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION");
    return unchanged(id, typed, present);
  });
}

/** Whether what is typed differs from what is stored. */
const isOther = ({ name, slug }: { name: string; slug: string }) =>
  sql`(${organisations.name} is not ${name} or ${organisations.slug} is not ${slug})`;

/** Deletes an organisation with everything in it. Nobody can undo that. */
export async function deleteOrganisation(
  db: Database,
  membership: Membership,
  actor: Actor,
): Promise<Written> {
  const { organisationId: id } = membership;
  const subject = rowSubject(organisations, id, organisations.name);
  const allowed = and(subject.where, mayStillIn(db, actor, membership, "organisation:delete"));
  const { left } = await runBatch(db, {
    entry: auditEntry(db, actor, "organisation.delete", { ...subject, where: allowed }),
    deleted: deleteLogged(db, actor),
    left: db.select({ id: organisations.id }).from(organisations).where(subject.where),
  });
  if (left.length === 0) return { ok: true, id };
  return lostMembership(db, actor, membership, "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION");
}

/** Forgets the addresses that organisations had too long ago. @returns how many */
export const purgeOrganisationAddresses = (db: Database, now: number): Promise<number> =>
  deleteRows(db, organisationAddresses, lte(organisationAddresses.replacedAt, now - ADDRESS_PERIOD));
