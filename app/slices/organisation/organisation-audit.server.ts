import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { RouterContextProvider } from "react-router";
import { auditLabel } from "#app/audit-actions.ts";
import { i18nContext } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { exactTime, timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { type Page, pageOf } from "#app/core/lists/page.ts";
import { changeFormatter } from "#app/identity/audit/change-formatter.server.ts";
import { auditLog } from "#app/identity/tables/audit-log.ts";
import { users } from "#app/identity/tables/users.ts";
import { can, type Role } from "#app/permissions.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { maskedEmail } from "#app/slices/organisation/member/masked-email.ts";
import { organisationInvitations as invitations } from "#app/slices/organisation/tables/organisation-invitations.table.ts";
import { organisationMembers as members } from "#app/slices/organisation/tables/organisation-members.table.ts";

// The entries of the product's audit log about an organisation, for its owners. They see the addresses that the
// organisation's other pages also show: those of members, and of invitations in the list. All other addresses are
// masked.

/** The number of entries on a page. Each entry reads five rows, because of the names of its actor and its subject. */
const ENTRIES_PER_PAGE = 8;

/**
 * The actor. If an administrator of the product impersonated a user, this is the user, so that owners don't learn which
 * administrator it was.
 */
const person = sql`coalesce(${auditLog.asUserId}, ${auditLog.actorId})`;

const isMember = sql<boolean>`exists (select 1 from ${members}
  where ${members.organisationId} = ${auditLog.tenantId} and ${members.userId} = ${person})`.mapWith(Boolean);

const subject = alias(users, "subject");

/**
 * SQL: the name of the member whom an entry is about; null if it is not about a member.
 * @param where finds that member
 */
const nameOf = (where: SQL) =>
  sql<string | null>`(select coalesce(${subject.name}, ${subject.email})
    from ${members} inner join ${users} as ${sql.identifier("subject")} on ${subject.id} = ${members.userId}
    where ${members.organisationId} = ${auditLog.tenantId} and ${where})`;

const invitedAddress = sql<string | null>`(select ${invitations.email} from ${invitations}
  where ${invitations.id} = ${auditLog.subjectId} and ${invitations.organisationId} = ${auditLog.tenantId})`;

const columns = {
  id: sql<string>`${auditLog.id}`.as("entry_id"),
  at: auditLog.at,
  action: auditLog.action,
  changes: auditLog.changes,
  tokenName: auditLog.tokenName,
  actorId: auditLog.actorId,
  actorLabel: auditLog.actorLabel,
  asUserId: auditLog.asUserId,
  asUserLabel: auditLog.asUserLabel,
  subjectLabel: auditLog.subjectLabel,
  name: sql<string | null>`coalesce(${users.name}, ${users.email})`.as("person"),
  role: sql<Role | null>`${users.role}`.as("role"),
  isMember: isMember.as("is_member"),
  /** The subject's name, if the subject is a person whose address may be shown. */
  subject: sql<string | null>`case when ${auditLog.subjectLabel} like '%@%' then coalesce(
    ${nameOf(eq(members.id, auditLog.subjectId))},
    ${nameOf(eq(subject.email, auditLog.subjectLabel))},
    ${invitedAddress}
  ) end`.as("subject_name"),
};

type Entry = Awaited<ReturnType<typeof readEntries>>[number];

/** @param organisationId the organisation's id, or a query for it */
const readEntries = (db: Database, organisationId: string | SQL, after: [at: number, id: string] | null) =>
  db
    .select(columns)
    .from(auditLog)
    .leftJoin(users, eq(users.id, person))
    .where(
      and(
        eq(auditLog.tenantId, organisationId),
        after ? sql`(${auditLog.at}, ${auditLog.id}) < (${after[0]}, ${after[1]})` : undefined,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(ENTRIES_PER_PAGE + 1);

/**
 * One page of the entries about an organisation, newest first.
 * @param organisationId the organisation's id, or a query for it
 * @param after the keys of the previous page's last entry; null for the first page
 */
export const listOrganisationAudit = async (
  db: Database,
  organisationId: string | SQL,
  after: [at: number, id: string] | null,
): Promise<Page<Entry>> =>
  pageOf(
    await readEntries(db, organisationId, after),
    ENTRIES_PER_PAGE,
    ({ at, id }) => [at, id],
    (entry) => entry,
  );

/** Formats entries for the reader. This is done on the server, because only the server has the texts of the actions. */
export function organisationEntries(context: Readonly<RouterContextProvider>) {
  const { t } = context.get(i18nContext);
  const fromNow = timeFromNow(context);
  const exact = exactTime(context);
  const changesOf = changeFormatter(context, ["organisation"]);
  const product = PRODUCT_NAME;
  const who = ({ name, role, isMember, actorId, actorLabel, asUserId, asUserLabel }: Entry) => {
    const member = isMember ? name : null;
    if (asUserId !== null)
      return t("organisation:audit.administratorAs", {
        product,
        user: member ?? maskedEmail(asUserLabel ?? ""),
      });
    if (member !== null) return member;
    if (role !== null && can(role, "organisation:read"))
      return t("organisation:audit.administrator", { product });
    if (actorLabel === null) return t("organisation:audit.visitor");
    // If there is no id, the actor was a command or a job.
    return actorId === null ? actorLabel : masked(actorLabel);
  };
  return (entry: Entry) => ({
    id: entry.id,
    at: fromNow(entry.at),
    exact: exact(entry.at),
    what: t(auditLabel(entry.action)),
    who: who(entry),
    token: entry.tokenName,
    about: entry.subject ?? (entry.subjectLabel && masked(entry.subjectLabel)),
    changes: changesOf(entry).map(({ field, from, to }) => ({
      field,
      from: from && masked(from),
      to: to && masked(to),
    })),
  });
}

/** An entry for the page. */
export type OrganisationEntry = ReturnType<ReturnType<typeof organisationEntries>>;

/** Masks a text if it is an address. */
const masked = (text: string) => (/^\S+@\S+$/.test(text) ? maskedEmail(text) : text);
