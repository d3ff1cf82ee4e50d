import { and, asc, desc, eq, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import type { KeyValueStore } from "#app/core/db/key-value.server.ts";
import { type Email, EmailError } from "#app/core/email/email.ts";
import { sendEmail } from "#app/core/email/send-email.server.ts";
import { i18nIn } from "#app/core/i18n/instance.server.ts";
import { DAY, HOUR, MINUTE } from "#app/core/lib/durations.ts";
import { logError } from "#app/core/lib/log.ts";
import { notices } from "#app/identity/tables/notices.ts";
import type { Settings } from "#app/settings.ts";
import { LINK_LIFE, notMeUrl } from "./not-me-link.server.ts";
import { hasNotMeLink, noticeSchema } from "./notice.ts";
import { noticeEmail } from "./notice-email.ts";

/** How long notices are kept, in milliseconds (docs/product.md, Numbers). */
const KEPT = 30 * DAY;

/** The wait after each try (docs/product.md, Numbers). After the last one, the notice is purged before it is due. */
const WAITS = [15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY, KEPT];

/** How many are mailed at the same time. A Worker has six connections: a seventh mail would wait, and its time run out. */
const AT_ONCE = 6;

/** How many of the notices that are due are looked at to choose those that are mailed. More are due only after an outage. */
const LOOKED_AT = 1000;

type NoticeRow = typeof notices.$inferSelect;

/** A notice that is due, and the mailbox that it goes to. */
type DueNotice = Pick<NoticeRow, "id" | "email">;

/** What mailing depends on. */
interface Mailer {
  settings: Settings;
  kv: KeyValueStore;
  /** How often a mail is retried at once. */
  retries?: number;
}

/** Mails the notices that a request has written. @param now when it came: the time of its notices */
export async function mailNoticesOf(db: Database, mailer: Mailer, now: number): Promise<void> {
  const due = await findDue(db, now, eq(notices.createdAt, now));
  await mailInTurn(db, mailer, due, { now, limit: AT_ONCE });
}

/**
 * Mails the notices that are due: urgent ones first, then those to mailboxes that have had none in this run, then those
 * that were tried less often, then the most overdue. A mailbox at which a mail fails gets no more in this run, so it holds
 * up nobody else. No mail is retried at once, as the next run does it.
 * @param limit how many at most (app/plan-limits.ts)
 * @returns how many were mailed, and how many failed
 */
export async function mailDueNotices(
  db: Database,
  mailer: Mailer,
  now: number,
  limit: number,
): Promise<{ mailed: number; failed: number }> {
  const urgent = await findDue(db, now, eq(notices.urgent, true));
  const others = await findDue(db, now, eq(notices.urgent, false));
  return mailInTurn(db, { ...mailer, retries: 0 }, [...urgent, ...others], { now, limit });
}

/** Finds notices that are due, in the order in which they are to be mailed. @param which a further condition */
async function findDue(db: Database, now: number, which: SQL): Promise<DueNotice[]> {
  const { id, email, urgent, attempts, nextAttemptAt } = notices;
  const due = db
    .select({ id, email, urgent, attempts, nextAttemptAt })
    .from(notices)
    .where(and(isNull(notices.sentAt), lte(nextAttemptAt, now), which))
    .orderBy(asc(nextAttemptAt))
    .limit(LOOKED_AT)
    .as("due");
  const order = sql`${due.urgent} desc, ${due.attempts}, ${due.nextAttemptAt}, ${due.id}`;
  const turn = sql`row_number() over (partition by ${due.email} order by ${order})`;
  return db
    .select({ id: due.id, email: due.email })
    .from(due)
    .orderBy(desc(due.urgent), turn, asc(due.attempts), asc(due.nextAttemptAt), asc(due.id));
}

/**
 * Mails notices, six at a time. Each six are claimed first, by moving their next try, so that nobody else mails them, too. One
 * is mailed twice only if the provider took it, and then its answer or D1's was lost, or the platform ended the run
 * between the two.
 */
async function mailInTurn(
  db: Database,
  mailer: Mailer,
  due: DueNotice[],
  { now, limit }: { now: number; limit: number },
): Promise<{ mailed: number; failed: number }> {
  let waiting = due;
  let mailed = 0;
  let failed = 0;
  while (waiting.length > 0 && mailed + failed < limit) {
    const count = Math.min(AT_ONCE, limit - mailed - failed);
    const rows = await claim(db, waiting.slice(0, count), now);
    const tried = await Promise.all(
      rows.map(async (row) => ({ id: row.id, email: row.email, result: await mailNotice(mailer, row) })),
    );
    const taken = tried.filter(({ result }) => result === "mailed").map(({ id }) => id);
    if (taken.length > 0) await db.update(notices).set({ sentAt: now }).where(inArray(notices.id, taken));
    const failing = new Set(tried.filter(({ result }) => result === "refused").map(({ email }) => email));
    waiting = waiting.slice(count).filter(({ email }) => !failing.has(email));
    mailed += taken.length;
    failed += tried.length - taken.length;
  }
  return { mailed, failed };
}

/** Claims those notices that are still due. */
async function claim(db: Database, chosen: DueNotice[], now: number): Promise<NoticeRow[]> {
  const ids = chosen.map(({ id }) => id);
  return db
    .update(notices)
    .set({
      attempts: sql`${notices.attempts} + 1`,
      nextAttemptAt: sql`${now} + ${waitAfter(notices.attempts)}`,
    })
    .where(and(inArray(notices.id, ids), isNull(notices.sentAt), lte(notices.nextAttemptAt, now)))
    .returning();
}

/** The wait after the next try, by the number of those before it. */
const waitAfter = (attempts: typeof notices.attempts) =>
  sql`case ${attempts} ${sql.join(
    WAITS.slice(0, -1).map((wait, tried) => sql`when ${tried} then ${wait} `),
  )} else ${WAITS.at(-1)} end`;

/** Mails one notice that was claimed. "refused": the provider did not take it. "unreadable": a later version wrote it. */
async function mailNotice(mailer: Mailer, row: NoticeRow): Promise<"mailed" | "refused" | "unreadable"> {
  try {
    // The same key at every try: a provider that knows it drops a mail that it has taken already.
    const options = { idempotencyKey: row.id, retries: mailer.retries };
    await sendEmail(mailer.settings, mailer, await emailOf(mailer.settings, row), options);
    return "mailed";
  } catch (cause) {
    const event = row.attempts < WAITS.length ? "notice not mailed" : "notice given up";
    logError(event, new Error(`${row.about}, try ${row.attempts}, ${row.id}`, { cause }));
    return cause instanceof EmailError ? "refused" : "unreadable";
  }
}

/**
 * What every notice has besides its values: the site that its link leads to, which the cron has no request for, and
 * whether it stands for others of its kind that are not mailed.
 */
const detailsSchema = z.looseObject({ site: z.string(), more: z.boolean().default(false) });

async function emailOf(settings: Settings, row: NoticeRow): Promise<Email> {
  const { site, more, ...values } = detailsSchema.parse(JSON.parse(row.details));
  const notice = noticeSchema.parse({ ...values, about: row.about });
  const link = hasNotMeLink(notice)
    ? { url: await notMeUrl(settings, settings.BASE_URL ?? site, row.id), until: row.createdAt + LINK_LIFE }
    : null;
  return noticeEmail(i18nIn(row.language), row.email, notice, { link, more, timeZone: row.timeZone });
}

/** Deletes notices that are no longer kept. @returns how many */
export async function purgeNotices(db: Database, now: number): Promise<number> {
  return deleteRows(db, notices, lte(notices.createdAt, now - KEPT));
}
