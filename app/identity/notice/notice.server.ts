import { and, eq, gt, lte, ne, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { MAILS_AN_HOUR } from "#app/core/email/email-decision.server.ts";
import { DEFAULT_LANGUAGE } from "#app/core/i18n/languages.ts";
import { enqueueEach } from "#app/core/jobs/enqueue.server.ts";
import { HOUR } from "#app/core/lib/durations.ts";
import { type Actor, actorId } from "#app/identity/audit/audit.server.ts";
import { notices } from "#app/identity/tables/notices.ts";
import { users } from "#app/identity/tables/users.ts";
import { isUrgent, type Notice } from "./notice.ts";
import { noticeJob } from "./notice-job.ts";

/** The part of a request that its notices need. An actor has all of it; a user who is signing in has no id yet. */
export type NoticeOrigin = Pick<Actor, "at" | "language" | "site" | "runJobs"> & Partial<Pick<Actor, "id">>;

/** The recipient: the user that `where` finds at this point of the batch. */
interface Recipient {
  where: SQL | undefined;
}

/**
 * Adds a notice to the statements that it is about:
 * `runBatch(db, { changed: withNotice(db, withAuditEntry(...), ...), ... })`. The notice is written only if
 * the last of these statements wrote a row, so make the audit entry the last one, which is itself written
 * only with the change. SQLite's changes() reports on the previous statement, so they must stay together.
 *
 * The email goes to the address that the user has at this point of the batch. For a notice to the old
 * address, put this before the statement that changes the address. A job sends the email after the response.
 *
 * The email is in the language and time zone of its recipient (identity/user/email-locale). The language of
 * the request is used only if the recipient made the request, and their own language is unknown.
 *
 * A person gets MAILS_AN_HOUR notices of a kind within an hour. The next one says that there are more, and
 * those after it are not written. This statement counts the existing rows, so it is exact. An urgent notice
 * is always written (docs/decisions/0059).
 */
export function withNotice<const Statements extends readonly BatchItem<"sqlite">[]>(
  db: Database,
  statements: Statements,
  { at, language, site, runJobs, id }: NoticeOrigin,
  { about, ...values }: Notice,
  { where }: Recipient,
) {
  runJobs?.();
  const urgent = isUrgent(about);
  const recent = recentNotices(db, about, at);
  const plain = JSON.stringify({ ...values, site });
  const summary = JSON.stringify({ ...values, site, more: true });
  const isOwn = id === undefined ? sql`true` : eq(users.id, id ?? "");
  const noticeId = crypto.randomUUID();
  const notice = {
    id: noticeId,
    userId: sql`${users.id}`,
    email: sql`${users.email}`,
    about,
    details: urgent ? plain : sql`case when (${recent}) < ${MAILS_AN_HOUR} then ${plain} else ${summary} end`,
    language: sql`coalesce(${users.language}, iif(${isOwn}, ${language}, ${DEFAULT_LANGUAGE}))`,
    timeZone: sql`${users.timeZone}`,
    createdAt: at,
  };
  const withinBudget = urgent ? undefined : lte(sql`(${recent})`, MAILS_AN_HOUR);
  const insert = insertFrom(db, notices, notice, {
    from: users,
    where: and(where, sql`changes() > 0`, withinBudget),
  });
  const job = { about: sql`json_object('notice', ${notices.id})`, at, urgent, lane: sql`${notices.email}` };
  const emailJob = enqueueEach(db, noticeJob, job, { from: notices, where: eq(notices.id, noticeId) });
  return [...statements, insert, emailJob] as const;
}

/** A query for how many notices of a kind the user of the surrounding statement has had in the last hour. */
function recentNotices(db: Database, about: Notice["about"], now: number) {
  const earlier = alias(notices, "earlier");
  return db
    .select({ count: sql<number>`count(*)`.as("count") })
    .from(earlier)
    .where(and(eq(earlier.userId, users.id), eq(earlier.about, about), gt(earlier.createdAt, now - HOUR)));
}

/** SQL: whether a user is not the actor. Nobody needs a notice of their own actions. */
export const isSomebodyElse = (userId: string, actor: Pick<Actor, "id">) =>
  and(eq(users.id, userId), ne(users.id, actorId(actor)));
