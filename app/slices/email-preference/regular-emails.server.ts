import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import * as z from "zod";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import type { Due } from "#app/core/db/cron.ts";
import type { Email } from "#app/core/email/email.ts";
import { enqueueEach } from "#app/core/jobs/enqueue.server.ts";
import type { JobKind, JobName } from "#app/core/jobs/job-kind.ts";
import { sendJobEmail } from "#app/core/jobs/send-job-email.server.ts";
import { isBanned } from "#app/identity/ban/ban.server.ts";
import { users } from "#app/identity/tables/users.ts";
import type { Role } from "#app/permissions.ts";
import { emailPreferences } from "./email-preferences.table.ts";
import type { OptionalEmail } from "./optional-email.ts";
import { unsubscribeUrl } from "./unsubscribe-link.server.ts";

type RegularEmail = OptionalEmail & { every: number };

const aboutSchema = z.object({ preference: z.string() });

/** The argument of a job that sends a regular email to one reader: the row with their choice. */
type RegularEmailAbout = z.infer<typeof aboutSchema>;

/** A reader of a regular email. */
interface RegularReader {
  userId: string;
  email: string;
  /** The recipient's language. Null: the product's default. */
  language: string | null;
  role: Role;
  /**
   * The email is about everything newer than this time: when the last email was sent or, before the first one, when the
   * reader switched it on. Milliseconds since 1970.
   */
  since: number;
  /** The time of sending, in milliseconds since 1970. */
  now: number;
  /** The site that links lead to, unless a setting overrides it. */
  site: string;
  unsubscribeUrl: string;
}

/** The parts of a regular email for app/slices.server.ts: add `job` to JOBS_OF_SLICES, and `due` to DUE. */
interface RegularEmailTasks {
  /** Sends the email to one reader, unless they are banned or have switched it off in the meantime. */
  job: JobKind<RegularEmailAbout>;
  /** Adds a job for each reader whose email is due. */
  due: Due;
}

/**
 * Sends an email regularly to everybody who has it switched on (docs/recipes/add-an-optional-email.md).
 * @param names.label what administrators call the job @param names.failure the log message if no jobs could be added
 * @param make makes the email; null if there is no news, so that nothing is sent this time
 */
export function regularEmail(
  email: RegularEmail,
  { label, failure }: Pick<JobKind<RegularEmailAbout>, "label"> & Pick<Due, "failure">,
  make: (db: Database, reader: RegularReader) => Promise<Email | null>,
): RegularEmailTasks {
  const job: RegularEmailTasks["job"] = {
    name: email.kind,
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
      await sendJobEmail(attempt, made, attempt.id);
      const sent = db
        .update(emailPreferences)
        .set({ sentAt: now })
        .where(eq(emailPreferences.id, preference));
      return { writes: [sent] };
    },
  };
  const due: Due = {
    failure,
    async carryOut(db, { now, eachRun, settings }) {
      if (settings.DEMO) return;
      await enqueueRegularEmails(db, job, email, { now, limit: eachRun.regularEmails });
    },
  };
  return { job, due };
}

/**
 * Adds a job for each reader whose regular email is due, and moves the time of their next one, in one transaction, so
 * nobody gets two.
 * @param limit how many readers at most. The most overdue come first
 */
async function enqueueRegularEmails(
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
