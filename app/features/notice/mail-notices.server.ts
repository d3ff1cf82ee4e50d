import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import { platformContext, settingsContext } from "#app/context.ts";
import type { Database } from "#app/db/client.server.ts";
import { deleteRows } from "#app/db/delete-rows.server.ts";
import type { KeyValueStore } from "#app/db/key-value.server.ts";
import { notices } from "#app/db/schema.ts";
import type { Email } from "#app/email/email.ts";
import { hasNotMeLink, noticeSchema } from "#app/email/notice.ts";
import { noticeEmail } from "#app/email/notice-email.tsx";
import { sendEmail } from "#app/email/send-email.server.ts";
import { i18nIn } from "#app/i18n/instance.server.ts";
import { DAY, HOUR, MINUTE } from "#app/lib/durations.ts";
import { logError } from "#app/lib/log.ts";
import type { Settings } from "#app/settings.ts";
import { LINK_LIFE, notMeUrl } from "./not-me-link.server.ts";

/** How long notices are kept, in milliseconds (docs/product.md, Numbers). */
const KEPT = 30 * DAY;

/** The wait after each try (docs/product.md, Numbers). After the last one, the notice is purged before it is due. */
const WAITS = [15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY, KEPT];

/**
 * How many notices one run mails at most. Each mail may take three requests, and Cloudflare's free plan allows 50 in
 * one invocation.
 */
const EACH_RUN = 15;

/** How many are mailed at the same time. A Worker has six connections: a seventh mail would wait, and its time run out. */
const AT_ONCE = 6;

type NoticeRow = typeof notices.$inferSelect;

/** What mailing depends on. */
interface Mailer {
  settings: Settings;
  kv: KeyValueStore;
}

/**
 * Mails the notices to a user after the response. Call it when a batch with notices has succeeded. What it can't mail,
 * the cron tries again.
 */
export function mailNotices(context: Readonly<RouterContextProvider>, userId: string): void {
  const { kv, now, inBackground } = context.get(platformContext);
  const settings = context.get(settingsContext);
  inBackground((db) => mailDueNotices(db, { settings, kv }, now, eq(notices.userId, userId)));
}

/**
 * Mails the notices that are due, the most overdue first. Each is claimed first, by moving its next try, so that nobody
 * else mails it, too. It is mailed twice only if the provider took it and then its answer or D1's was lost.
 * @param whose a further condition
 * @returns how many were mailed, and how many failed
 */
export async function mailDueNotices(
  db: Database,
  mailer: Mailer,
  now: number,
  whose?: SQL,
): Promise<{ mailed: number; failed: number }> {
  const due = db
    .select({ id: notices.id })
    .from(notices)
    .where(and(isNull(notices.sentAt), lte(notices.nextAttemptAt, now), whose))
    .orderBy(asc(notices.nextAttemptAt))
    .limit(EACH_RUN);
  const claimed = await db
    .update(notices)
    .set({
      attempts: sql`${notices.attempts} + 1`,
      nextAttemptAt: sql`${now} + ${waitAfter(notices.attempts)}`,
    })
    .where(inArray(notices.id, due))
    .returning();
  let mailed = 0;
  for (let n = 0; n < claimed.length; n += AT_ONCE) {
    const some = claimed.slice(n, n + AT_ONCE);
    const results = await Promise.all(some.map((row) => mailNotice(db, mailer, row, now)));
    mailed += results.filter(Boolean).length;
  }
  return { mailed, failed: claimed.length - mailed };
}

/** The wait after the next try, by the number of those before it. */
const waitAfter = (attempts: typeof notices.attempts) =>
  sql`case ${attempts} ${sql.join(
    WAITS.slice(0, -1).map((wait, tried) => sql`when ${tried} then ${wait} `),
  )} else ${WAITS.at(-1)} end`;

/** Mails one notice that was claimed. @returns whether the provider took it */
async function mailNotice(db: Database, mailer: Mailer, row: NoticeRow, now: number): Promise<boolean> {
  try {
    // The same key at every try: a provider that knows it drops a mail that it has taken already.
    await sendEmail(mailer.settings, mailer, await emailOf(mailer.settings, row), row.id);
    await db.update(notices).set({ sentAt: now }).where(eq(notices.id, row.id));
    return true;
  } catch (cause) {
    const event = row.attempts < WAITS.length ? "notice not mailed" : "notice given up";
    logError(event, new Error(`${row.about}, try ${row.attempts}, ${row.id}`, { cause }));
    return false;
  }
}

/** The values of every notice: the site that its link leads to. The cron has no request that names it. */
const detailsSchema = z.looseObject({ site: z.string() });

async function emailOf(settings: Settings, row: NoticeRow): Promise<Email> {
  const { site, ...values } = detailsSchema.parse(JSON.parse(row.details));
  const notice = noticeSchema.parse({ ...values, about: row.about });
  const link = hasNotMeLink(notice)
    ? { url: await notMeUrl(settings, site, row.id), until: row.createdAt + LINK_LIFE }
    : null;
  return noticeEmail(i18nIn(row.language), row.email, notice, link);
}

/** Deletes notices that are no longer kept. @returns how many */
export async function purgeNotices(db: Database, now: number): Promise<number> {
  return deleteRows(db, notices, lte(notices.createdAt, now - KEPT));
}
