import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import type { Written } from "#app/core/db/written.ts";
import type { Email, EmailStop } from "#app/core/email/email.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { lowerCaseAscii } from "#app/core/lib/email-address.ts";
import { type Actor, auditEntry } from "#app/identity/audit/audit.server.ts";
import { changesOf } from "#app/identity/audit/audited.server.ts";
import { lostAuthority, mayStill } from "#app/identity/session/authority.server.ts";
import { users } from "#app/identity/tables/users.ts";
import type { Settings } from "#app/settings.ts";
import { bounces } from "./bounces.table.ts";
import type { DeliveryEvent } from "./services/delivery-event.ts";
import { MAIL_EVENT_SERVICES } from "./services/index.ts";

/** After a bounce, an awaited email is tried again after this time, in milliseconds. */
const TRIED_AGAIN_AFTER = DAY;

/** How long a stopped address is stored after the last event, in milliseconds (docs/product.md, Numbers). */
const KEPT = 180 * DAY;

/** Why emails to an address are stopped. `at`: the last event, in milliseconds since 1970. */
export interface Bounce {
  reason: EmailStop;
  at: number;
}

/** Whether any email service reports delivery events to this deployment. */
export const isOn = (settings: Settings) => MAIL_EVENT_SERVICES.some((service) => service.isOn(settings));

/** The reason why an email must not be sent; null if it may be sent. */
export async function findBounce(
  db: Database,
  { to, isAwaited }: Email,
  settings: Settings,
  now: number,
): Promise<EmailStop | null> {
  if (!isOn(settings)) return null;
  const [found] = await db
    .select({ reason: bounces.reason, at: bounces.at })
    .from(bounces)
    .where(eq(bounces.email, lowerCaseAscii(to)));
  if (!found) return null;
  // People who reported our email as spam still get the login code that they request. After a bounce, we try to email a
  // code again after a while, because the mailbox may work again.
  const isTried = isAwaited && (found.reason === "complaint" || found.at + TRIED_AGAIN_AFTER <= now);
  return isTried ? null : found.reason;
}

/** The reason why emails to a user are stopped; null if they aren't. @param userId the user's id, or a query for it */
export async function findBounceOf(
  db: Database,
  userId: string | SQL<string>,
  settings: Settings,
): Promise<Bounce | null> {
  if (!isOn(settings)) return null;
  const [found] = await db
    .select({ reason: bounces.reason, at: bounces.at })
    .from(bounces)
    .where(eq(bounces.email, emailOf(db, userId)));
  return found ?? null;
}

const emailOf = (db: Database, userId: string | SQL<string>) =>
  sql`(${db.select({ email: users.email }).from(users).where(eq(users.id, userId))})`;

/**
 * Stops emails to the addresses that bounced, and resumes them for those that have accepted one since. Events
 * may arrive twice or out of order. The latest event of an address decides.
 */
export async function recordMailEvents(db: Database, events: readonly DeliveryEvent[]): Promise<void> {
  const rows = (wanted: (event: DeliveryEvent) => boolean) =>
    JSON.stringify(
      events.filter(wanted).map(({ kind, email, at }) => [lowerCaseAscii(email), kind, Math.trunc(at)]),
    );
  const stopping = rows(({ kind }) => kind !== "delivery");
  const delivered = rows(({ kind }) => kind === "delivery");
  await runBatch(db, {
    stopped: insertFrom(
      db,
      bounces,
      { email: sql`value ->> 0`, reason: sql`value ->> 1`, at: sql`value ->> 2` },
      { from: sql`json_each(${stopping})` },
    ).onConflictDoUpdate({
      target: bounces.email,
      set: { reason: sql`excluded.reason`, at: sql`excluded.at` },
      setWhere: sql`excluded.at > ${bounces.at}`,
    }),
    delivered: db
      .delete(bounces)
      .where(
        and(
          eq(bounces.reason, "bounce"),
          sql`(${bounces.email}, 1) in (select value ->> 0, value ->> 2 > ${bounces.at} from json_each(${delivered}))`,
        ),
      ),
  });
}

/** Resumes emails to a user's address. The actor is that user, or somebody who may change users. */
export async function liftBounce(db: Database, userId: string, actor: Actor): Promise<Written> {
  const needed = userId === actor.id ? null : "user:update";
  const lifted = and(eq(bounces.email, emailOf(db, userId)), mayStill(db, actor, needed));
  const { gone } = await runBatch(db, {
    entry: auditEntry(db, actor, "bounce.lift", {
      from: bounces,
      where: lifted,
      id: userId,
      label: sql`${bounces.email}`,
      changes: changesOf({ reason: { from: bounces.reason, to: sql`null` } }),
    }),
    gone: db.delete(bounces).where(lifted).returning({ email: bounces.email }),
  });
  const lost = gone.length === 0 ? await lostAuthority(db, actor, needed) : null;
  return lost ?? { ok: true, id: userId };
}

/** Deletes addresses after {@link KEPT}. @returns how many */
export async function purgeBounces(db: Database, now: number): Promise<number> {
  return deleteRows(db, bounces, lte(bounces.at, now - KEPT));
}
