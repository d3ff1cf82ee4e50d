import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import * as z from "zod";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import type { Email } from "#app/core/email/email.ts";
import { enqueueEach } from "#app/core/jobs/enqueue.server.ts";
import type { JobKind, JobName } from "#app/core/jobs/job-kind.ts";
import { mailInJob } from "#app/core/jobs/mail-in-job.server.ts";
import { isBanned } from "#app/identity/ban/ban.server.ts";
import { users } from "#app/identity/tables/users.ts";
import type { Role } from "#app/permissions.ts";
import { emailPreferences } from "./email-preferences.table.ts";
import type { OptionalEmail } from "./optional-email.ts";
import { unsubscribeUrl } from "./unsubscribe-link.server.ts";

type RegularEmail = OptionalEmail & { every: number };

const aboutSchema = z.object({ preference: z.string() });

/** What a job that sends a regular email to one reader is about: their choice of it. */
type RegularEmailAbout = z.infer<typeof aboutSchema>;

/** Somebody who gets it. */
interface RegularReader {
  userId: string;
  email: string;
  /** Null: the product's. */
  language: string | null;
  role: Role;
  /** When the last one was sent, or they switched it on: what is newer is news. Milliseconds since 1970. */
  since: number;
  /** When it is sent, in milliseconds since 1970. */
  now: number;
  /** Where links lead, unless the settings say it. */
  site: string;
  unsubscribeUrl: string;
}

/**
 * Adds a job for each reader for whom a regular email is due, and moves the time when their next one is: in one transaction, so
 * nobody gets two.
 * @public also while no email is regular (knip.dev)
 * @param limit how many readers at most, the most overdue first
 */
export async function enqueueRegularEmails(
  db: Database,
  job: JobName<RegularEmailAbout>,
  { kind, every }: RegularEmail,
  { now, limit }: { now: number; limit: number },
): Promise<void> {
  const { id, userId, isOn, dueAt } = emailPreferences;
  const due = db
    .select({ id })
    .from(emailPreferences)
    .where(and(eq(emailPreferences.kind, kind), eq(isOn, true), lte(dueAt, now)))
    .orderBy(asc(dueAt))
    .limit(limit);
  const about = sql`json_object('preference', ${id})`;
  await runBatch(db, {
    added: enqueueEach(
      db,
      job,
      { about, at: now, key: sql`${id}`, userId: sql`${userId}` },
      { from: emailPreferences, where: inArray(id, due) },
    ),
    moved: db
      .update(emailPreferences)
      .set({ dueAt: now + every })
      .where(inArray(id, due)),
  });
}

/**
 * The kind of job that sends a regular email to one reader, unless they have switched it off since or are banned.
 * @public also while no email is regular (knip.dev)
 * @param make makes the email. Null if there is no news: then they get none this time
 */
export const regularEmailJob = (
  { name, label }: Pick<JobKind<RegularEmailAbout>, "name" | "label">,
  email: RegularEmail,
  make: (db: Database, reader: RegularReader) => Promise<Email | null>,
): JobKind<RegularEmailAbout> => ({
  name,
  label,
  about: aboutSchema,
  async run(db, { preference }, attempt) {
    const { settings, now } = attempt;
    const [found] = await findReader(db, preference, now);
    if (!found || found.banned) return undefined;
    const reader = { ...found, now, site: settings.BASE_URL ?? found.site };
    const url = await unsubscribeUrl(settings, reader.site, email, reader);
    const made = await make(db, { ...reader, unsubscribeUrl: url });
    if (!made) return undefined;
    await mailInJob(attempt, made, attempt.id);
    const sent = db.update(emailPreferences).set({ sentAt: now }).where(eq(emailPreferences.id, preference));
    return { writes: [sent] };
  },
});

const findReader = (db: Database, preference: string, now: number) =>
  db
    .select({
      userId: sql<string>`${emailPreferences.userId}`.as("reader_id"),
      email: users.email,
      language: users.language,
      role: users.role,
      banned: isBanned(users, now).as("banned"),
      since: sql<number>`coalesce(${emailPreferences.sentAt}, ${emailPreferences.createdAt})`.as("since"),
      site: emailPreferences.site,
    })
    .from(emailPreferences)
    .innerJoin(users, eq(users.id, emailPreferences.userId))
    .where(and(eq(emailPreferences.id, preference), eq(emailPreferences.isOn, true)));
