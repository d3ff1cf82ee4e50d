import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import type { KeyValueStore } from "#app/core/db/key-value.server.ts";
import { type Email, EmailError } from "#app/core/email/email.ts";
import { sendEmail } from "#app/core/email/send-email.server.ts";
import { HOUR } from "#app/core/lib/durations.ts";
import { logError } from "#app/core/lib/log.ts";
import { isBanned } from "#app/identity/ban/ban.server.ts";
import { users } from "#app/identity/tables/users.ts";
import type { Role } from "#app/permissions.ts";
import type { Settings } from "#app/settings.ts";
import { emailPreferences } from "./email-preferences.table.ts";
import type { OptionalEmail } from "./optional-email.ts";
import { unsubscribeUrl } from "./unsubscribe-link.server.ts";

/** How many are made and sent at the same time. A Worker has six connections. */
const AT_ONCE = 6;

/** How long until an email is tried again that the provider did not take. Milliseconds. */
const RETRY_AFTER = HOUR;

type RegularEmail = OptionalEmail & { every: number };

interface Mailer {
  settings: Settings;
  kv: KeyValueStore;
}

/** Somebody for whom an email is due. */
interface DueReader {
  userId: string;
  email: string;
  /** Null: the product's. */
  language: string | null;
  role: Role;
  /** When the last one was sent, or they switched it on: what is newer is news. Milliseconds since 1970. */
  since: number;
  /** Where links lead, unless the settings say it. */
  site: string;
  unsubscribeUrl: string;
}

/**
 * Sends a regular email to those for whom it is due, the most overdue first. Six at a time are claimed before they are sent, by moving
 * the time when the next one is due. So nobody gets two, even if runs overlap or break off. Readers whom a broken-off run had
 * claimed get their next one a period later, with everything that is new since their last.
 * @param make makes the email for a reader. Null if there is no news: then they get none this time
 * @param limit how many at most
 */
export async function sendRegularEmails(
  db: Database,
  email: RegularEmail,
  mailer: Mailer,
  { now, limit }: { now: number; limit: number },
  make: (reader: DueReader) => Promise<Email | null>,
): Promise<void> {
  for (let left = limit; left > 0; left -= AT_ONCE) {
    const claimed = await claim(db, email, now, Math.min(AT_ONCE, left));
    if (claimed.length === 0) return;
    const tried = await Promise.all(
      claimed.map(async ({ id, ...row }) => {
        const reader = { ...row, site: mailer.settings.BASE_URL ?? row.site };
        const url = await unsubscribeUrl(mailer.settings, reader.site, email, reader);
        const made = await make({ ...reader, unsubscribeUrl: url });
        return { id, result: made ? await send(mailer, made, `${id} ${now}`) : "no news" };
      }),
    );
    await settle(db, tried, now);
  }
}

/** Claims readers for whom an email is due. Banned ones are passed over until their next. */
async function claim(db: Database, { kind, every }: RegularEmail, now: number, limit: number) {
  const { id, userId, sentAt, createdAt, site, dueAt, isOn } = emailPreferences;
  const isDue = and(eq(emailPreferences.kind, kind), eq(isOn, true), lte(dueAt, now));
  const due = await db
    .select({
      id,
      userId: sql<string>`${userId}`.as("reader_id"),
      email: users.email,
      language: users.language,
      role: users.role,
      banned: isBanned(users, now).as("banned"),
      since: sql<number>`coalesce(${sentAt}, ${createdAt})`.as("since"),
      site,
    })
    .from(emailPreferences)
    .innerJoin(users, eq(users.id, userId))
    .where(isDue)
    .orderBy(asc(dueAt))
    .limit(limit);
  if (due.length === 0) return [];
  const ids = due.map((one) => one.id);
  const claimed = await db
    .update(emailPreferences)
    .set({ dueAt: now + every })
    .where(and(isDue, inArray(id, ids)))
    .returning({ id });
  return due.filter((one) => !one.banned && claimed.some((row) => row.id === one.id));
}

/** Notes which emails were sent, and which are to be tried again, unless their reader has switched them off since. */
async function settle(db: Database, tried: { id: string; result: string }[], now: number): Promise<void> {
  const { id, isOn } = emailPreferences;
  const those = (wanted: string) => tried.filter(({ result }) => result === wanted).map((one) => one.id);
  const isTried = (wanted: string) => and(inArray(id, those(wanted)), eq(isOn, true));
  await db.batch([
    db.update(emailPreferences).set({ sentAt: now }).where(isTried("sent")),
    db
      .update(emailPreferences)
      .set({ dueAt: now + RETRY_AFTER })
      .where(isTried("refused")),
  ]);
}

async function send(mailer: Mailer, email: Email, idempotencyKey: string): Promise<"sent" | "refused"> {
  try {
    await sendEmail(mailer.settings, mailer, email, { idempotencyKey, retries: 0 });
    return "sent";
  } catch (cause) {
    if (!(cause instanceof EmailError)) throw cause;
    logError("regular email not sent", new Error(idempotencyKey, { cause }));
    return "refused";
  }
}
