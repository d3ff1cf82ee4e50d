import { eq, lte } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import type { Email } from "#app/core/email/email.ts";
import { i18nIn } from "#app/core/i18n/instance.server.ts";
import type { JobKind } from "#app/core/jobs/job-kind.ts";
import { sendJobEmail } from "#app/core/jobs/send-job-email.server.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { notices } from "#app/identity/tables/notices.ts";
import type { Settings } from "#app/settings.ts";
import { LINK_LIFE, notMeUrl } from "./not-me-link.server.ts";
import { hasNotMeLink, noticeSchema } from "./notice.ts";
import { noticeEmail } from "./notice-email.ts";
import { noticeJob } from "./notice-job.ts";

/** How long notices are kept, in milliseconds (docs/product.md, Numbers). */
const KEPT = 30 * DAY;

/**
 * Emails a notice. It may be sent twice only if the provider accepted it, but its response was lost or the run was
 * stopped.
 */
export const noticeEmailJob: JobKind<z.infer<typeof noticeJob.about>> = {
  ...noticeJob,
  label: "job:kinds.notice",
  async run(db, { notice }, attempt) {
    const [row] = await db.select().from(notices).where(eq(notices.id, notice));
    if (row) await sendJobEmail(attempt, await emailOf(attempt.settings, row), notice);
    return undefined;
  },
};

/**
 * The properties that every notice has in addition to its values. `site`: the site for its link, because the
 * cron has no request to take it from. `more`: whether the notice says that there are more of its kind, which
 * are not sent.
 */
const detailsSchema = z.looseObject({ site: z.string(), more: z.boolean().default(false) });

async function emailOf(settings: Settings, row: typeof notices.$inferSelect): Promise<Email> {
  const { site, more, ...values } = detailsSchema.parse(JSON.parse(row.details));
  const notice = noticeSchema.parse({ ...values, about: row.about });
  const link = hasNotMeLink(notice)
    ? { url: await notMeUrl(settings, settings.BASE_URL ?? site, row.id), until: row.createdAt + LINK_LIFE }
    : null;
  return noticeEmail(i18nIn(row.language), row.email, notice, { link, more, timeZone: row.timeZone });
}

/** Deletes notices past their retention time. @returns how many */
export async function purgeNotices(db: Database, now: number): Promise<number> {
  return deleteRows(db, notices, lte(notices.createdAt, now - KEPT));
}
