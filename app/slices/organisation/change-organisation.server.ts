import { and, desc, eq, exists, isNotNull, isNull, ne, notInArray, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { type Refused, refuseViolations, type Written } from "#app/core/db/written.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { type Actor, auditEntry, rowSubject } from "#app/identity/audit/audit.server.ts";
import { type Audited, changesOfUpdated } from "#app/identity/audit/audited.server.ts";
import { hasValues } from "#app/identity/write/rows.ts";
import { unchanged } from "#app/identity/write/update-row.server.ts";
import { organisationAddresses } from "#app/slices/organisation/tables/organisation-addresses.table.ts";
import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";
import { deleteLogged } from "./delete-logged.server.ts";
import type { OrganisationChange } from "./organisation.schema.ts";

// Changes and deletes organisations, for members and for administrators of the product.

/** The person who changes an organisation. */
export interface Changer {
  actor: Actor;
  /** SQL: whether this person may still change the organisation. Each statement checks this. */
  may: SQL | undefined;
  /** The refusal, if nothing was changed. */
  refusal: () => Promise<Refused>;
}

/** How the audit log records organisations. */
const audited: Audited = { label: organisations.name, fields: ["name", "slug"] };

/** How many former addresses of an organisation still lead to it. With more, it would block too many for others. */
const FORMER_ADDRESSES = 5;

/** The refusal if another organisation already has the address. */
export const TAKEN = {
  "UNIQUE organisation_addresses.slug": { code: "ORGANIZATION_ALREADY_EXISTS", field: "slug" },
} as const;

/** Changes the name or the address of an organisation, if the form showed their current values. */
export async function changeOrganisation(
  db: Database,
  id: string,
  { original, ...typed }: OrganisationChange,
  { actor, may, refusal }: Changer,
): Promise<Written> {
  const { slug } = typed;
  const isIt = eq(organisations.id, id);
  const changeable = and(isIt, hasValues(organisations, ["name", "slug"], original), may);
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
    // The statement that updates the organisation comes last, because the others read its old values.
    const {
      changed,
      found: [current],
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
      current: db
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
        .where(and(isIt, may)),
    });
    if (changed.length === 1) return { ok: true, id };
    return current ? unchanged(id, typed, current) : refusal();
  });
}

/** Whether the typed values differ from the stored ones. */
const isOther = ({ name, slug }: { name: string; slug: string }) =>
  sql`(${organisations.name} is not ${name} or ${organisations.slug} is not ${slug})`;

/** Deletes an organisation with everything in it. This can't be undone. Idempotent. */
export async function removeOrganisation(
  db: Database,
  id: string,
  { actor, may, refusal }: Changer,
): Promise<Written> {
  const subject = rowSubject(organisations, id, organisations.name);
  const { left } = await runBatch(db, {
    entry: auditEntry(db, actor, "organisation.delete", { ...subject, where: and(subject.where, may) }),
    deleted: deleteLogged(db, actor),
    left: db.select({ id: organisations.id }).from(organisations).where(subject.where),
  });
  return left.length === 0 ? { ok: true, id } : refusal();
}
