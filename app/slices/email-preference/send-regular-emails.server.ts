import { and, asc, eq, inArray, lte } from "drizzle-orm";
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

/** Somebody for whom an email is due. */
export interface DueReader {
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
 * Sends a regular email to those for whom it is due, the most overdue first. Each six are claimed before they are sent, by moving the
 * time when the next one is due, so nobody gets two, whatever runs at the same time or breaks off. Who was claimed by a run
 * that broke off gets the next one a period later, with all that is new since their last.
 * @param make makes the email for somebody; null if there is nothing to say, and they get none this time
 * @param limit how many at most
 */
export async function sendRegularEmails(
  db: Database,
  email: OptionalEmail & { every: number },
  { settings, kv }: { settings: Settings; kv: KeyValueStore },
  { now, limit }: { now: number; limit: number },
  make: (reader: DueReader) => Promise<Email | null>,
): Promise<{ sent: number; failed: number }> {
  const outcome = { sent: 0, failed: 0 };
  for (let left = limit; left > 0; left -= AT_ONCE) {
    const claimed = await claim(db, email, now, Math.min(AT_ONCE, left));
    if (claimed.length === 0) break;
    const tried = await Promise.all(
      claimed.map(async ({ id, ...reader }) => {
        const url = await unsubscribeUrl(settings, settings.BASE_URL ?? reader.site, email, reader);
        return {
          id,
          result: await send({ settings, kv }, `${id} ${now}`, () =>
            make({ ...reader, unsubscribeUrl: url }),
          ),
        };
      }),
    );
    const idsOf = (wanted: string) => tried.filter(({ result }) => result === wanted).map(({ id }) => id);
    const [sent, failed] = [idsOf("sent"), idsOf("failed")];
    const which = (ids: string[]) => inArray(emailPreferences.id, ids);
    if (sent.length > 0) await db.update(emailPreferences).set({ sentAt: now }).where(which(sent));
    if (failed.length > 0)
      await db
        .update(emailPreferences)
        .set({ dueAt: now + RETRY_AFTER })
        .where(which(failed));
    outcome.sent += sent.length;
    outcome.failed += failed.length;
  }
  return outcome;
}

/** Claims some of those for whom an email is due. Who is banned is passed over until the next one. */
async function claim(
  db: Database,
  { kind, every }: OptionalEmail & { every: number },
  now: number,
  limit: number,
) {
  const { id, userId, sentAt, createdAt, site, dueAt } = emailPreferences;
  const isDue = and(eq(emailPreferences.kind, kind), lte(dueAt, now));
  const due = await db
    .select({
      id,
      userId: users.id,
      email: users.email,
      language: users.language,
      role: users.role,
      banned: isBanned(users, now).as("banned"),
      sentAt,
      createdAt,
      site,
    })
    .from(emailPreferences)
    .innerJoin(users, eq(users.id, userId))
    .where(isDue)
    .orderBy(asc(dueAt))
    .limit(limit);
  if (due.length === 0) return [];
  const claimed = await db
    .update(emailPreferences)
    .set({ dueAt: now + every })
    .where(
      and(
        isDue,
        inArray(
          id,
          due.map((one) => one.id),
        ),
      ),
    )
    .returning({ id });
  return due
    .filter((one) => !one.banned && claimed.some((row) => row.id === one.id))
    .map(({ sentAt: since, createdAt: begun, banned: _, ...reader }) => ({
      ...reader,
      since: since ?? begun,
    }));
}

async function send(
  mailer: { settings: Settings; kv: KeyValueStore },
  idempotencyKey: string,
  make: () => Promise<Email | null>,
): Promise<"sent" | "failed" | "nothing"> {
  const email = await make();
  if (!email) return "nothing";
  try {
    await sendEmail(mailer.settings, mailer, email, { idempotencyKey, retries: 0 });
    return "sent";
  } catch (cause) {
    if (!(cause instanceof EmailError)) throw cause;
    logError("regular email not sent", new Error(idempotencyKey, { cause }));
    return "failed";
  }
}
