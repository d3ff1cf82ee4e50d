import type { KVNamespace } from "@cloudflare/workers-types";
import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { loginChallenges, sessions, users } from "#app/db/schema.ts";
import { base64url, fromBase64url, randomToken } from "#app/lib/bytes.ts";
import type { Settings } from "#app/settings.ts";
import type { NewSession } from "../session/session.server.ts";
import { notBanned } from "../session/session.server.ts";
import { drawLoginCode } from "./login-code.ts";
import type { Role } from "./permissions.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What the functions here work with. */
export interface LoginChallengeContext {
  db: Database;
  kv: KVNamespace;
  settings: Settings;
  /** Milliseconds since 1970. */
  now: number;
}

/** Why no code was issued, and in how many seconds to ask again. */
export type LoginCodeRefusal = {
  reason: "too-soon" | "too-many-codes" | "too-many-failures";
  retryAfterSeconds: number;
};

/** A code that was issued, and whether someone has the address. */
export interface IssuedLoginCode {
  challengeId: string;
  code: string;
  known: boolean;
}

/**
 * Issues a login code for an address, unless its budget is used up. The code before it becomes useless.
 *
 * One conditional INSERT decides, so the budget holds however many requests race, and it holds for addresses
 * that nobody has. KV is written after D1 has agreed: a refusal costs no KV write.
 *
 * @param email normalised
 */
export async function issueLoginCode(
  { db, kv, settings, now }: LoginChallengeContext,
  email: string,
): Promise<({ issued: true } & IssuedLoginCode) | ({ issued: false } & LoginCodeRefusal)> {
  const challengeId = randomToken(16);
  const expiresAt = now + settings.LOGIN_CODE_MINUTES * MINUTE;
  const recent = budgetOf(email, now);

  const [inserted, , [budget], [user]] = await db.batch([
    db.all<{ id: string }>(sql`
      insert into ${loginChallenges} (id, email, created_at, expires_at)
      select ${challengeId}, ${email}, ${now}, ${expiresAt}
      from (${recent}) as budget
      where codes_in_hour < ${settings.LOGIN_CODES_PER_HOUR}
        and coalesce(latest, 0) <= ${now - settings.LOGIN_CODE_INTERVAL_SECONDS * SECOND}
        and failures_in_day < ${settings.LOGIN_FAILURES_PER_DAY}
      returning id`),
    db.run(sql`
      update ${loginChallenges} set replaced_at = ${now}
      where email = ${email} and id <> ${challengeId} and consumed_at is null and replaced_at is null
        and exists (select 1 from ${loginChallenges} where id = ${challengeId})`),
    db.all<Budget>(recent),
    db.select({ id: users.id }).from(users).where(eq(users.email, email)),
  ]);

  if (inserted.length === 0) return { issued: false, ...refusal(budget as Budget, settings, now) };
  const code = drawLoginCode();
  await kv.put(kvKey(challengeId), base64url(await macOf(settings, challengeId, code)), {
    expirationTtl: settings.LOGIN_CODE_MINUTES * 60,
  });
  return { issued: true, challengeId, code, known: user !== undefined };
}

/** Takes back a challenge whose code never reached anyone, so that it does not count against the address. */
export async function withdrawLoginCode(db: Database, challengeId: string): Promise<void> {
  await db.delete(loginChallenges).where(eq(loginChallenges.id, challengeId));
}

/** What came of trying a code. */
export type LoginAttempt =
  | { outcome: "signed-in"; user: { id: string; role: Role; onboardedAt: number | null } }
  /** `remaining`: tries that are left for this code. */
  | { outcome: "wrong"; remaining: number }
  | { outcome: "expired" }
  | { outcome: "too-many-attempts" }
  | { outcome: "too-many-failures" }
  | { outcome: "no-account" }
  | { outcome: "banned" };

/**
 * Tries a code. The attempt is counted before anything is compared, by one conditional UPDATE, and the code is
 * consumed by another in the same batch that makes the user (where sign-up is on) and the session: of two
 * parallel correct tries exactly one signs in, and no failure leaves half a sign-in behind.
 *
 * @param email the address the visitor believes to prove; a challenge for another one counts as expired
 * @param code six ASCII digits
 * @param session is created if the code is right
 */
export async function tryLoginCode(
  { db, kv, settings, now }: LoginChallengeContext,
  {
    challengeId,
    email,
    code,
    session,
  }: { challengeId: string; email: string; code: string; session: NewSession },
): Promise<LoginAttempt> {
  const open = and(
    eq(loginChallenges.id, challengeId),
    eq(loginChallenges.email, email),
    gt(loginChallenges.expiresAt, now),
    sql`${loginChallenges.consumedAt} is null and ${loginChallenges.replacedAt} is null`,
  );
  const [stored, [counted]] = await Promise.all([
    kv.get(kvKey(challengeId)),
    db
      .update(loginChallenges)
      .set({ attempts: sql`${loginChallenges.attempts} + 1` })
      .where(
        and(
          open,
          sql`${loginChallenges.attempts} < ${settings.LOGIN_CODE_ATTEMPTS}`,
          sql`(select failures_in_day from (${budgetOf(email, now)})) < ${settings.LOGIN_FAILURES_PER_DAY}`,
        ),
      )
      .returning({ attempts: loginChallenges.attempts }),
  ]);

  if (!counted) {
    const [challenge] = await db
      .select({ attempts: loginChallenges.attempts })
      .from(loginChallenges)
      .where(open);
    if (!challenge) return { outcome: "expired" };
    const used = challenge.attempts >= settings.LOGIN_CODE_ATTEMPTS;
    return { outcome: used ? "too-many-attempts" : "too-many-failures" };
  }
  const mac = stored ? fromBase64url(stored) : null;
  if (!mac) return { outcome: "expired" };
  if (!(await isMacOf(settings, challengeId, code, mac))) {
    return { outcome: "wrong", remaining: settings.LOGIN_CODE_ATTEMPTS - counted.attempts };
  }

  const won = sql`exists (select 1 from ${loginChallenges} where id = ${challengeId} and session_id = ${session.id})`;
  const [consumed, , , [user], created] = await db.batch([
    db
      .update(loginChallenges)
      .set({ consumedAt: now, sessionId: session.id })
      .where(open)
      .returning({ id: loginChallenges.id }),
    db.run(sql`
      insert into ${users} (id, email, email_verified_at, role, created_at, updated_at)
      select ${crypto.randomUUID()}, ${email}, ${now}, 'user', ${now}, ${now}
      where ${won} and ${settings.SIGN_UP ? 1 : 0}
      on conflict (email) do nothing`),
    db
      .update(users)
      .set({ emailVerifiedAt: now, updatedAt: now })
      .where(and(eq(users.email, email), sql`${users.emailVerifiedAt} is null and ${won}`)),
    db
      .select({ id: users.id, role: users.role, onboardedAt: users.onboardedAt })
      .from(users)
      .where(eq(users.email, email)),
    db.all<{ id: string }>(sql`
      insert into ${sessions}
        (id, token_hash, user_id, expires_at, user_agent, country, created_at, updated_at)
      select ${session.id}, ${session.tokenHash}, id, ${session.expiresAt}, ${session.userAgent},
        ${session.country}, ${session.createdAt}, ${session.createdAt}
      from ${users} where ${and(eq(users.email, email), won, notBanned(now))}
      returning id`),
  ]);
  if (consumed.length === 0) return { outcome: "expired" };
  if (!user) return { outcome: "no-account" };
  return created.length === 1 ? { outcome: "signed-in", user } : { outcome: "banned" };
}

/** Deletes challenges that are older than every budget looks back. @returns how many */
export async function purgeLoginChallenges(db: Database, now: number): Promise<number> {
  const { meta } = await db.delete(loginChallenges).where(lte(loginChallenges.createdAt, now - DAY));
  return meta.changes;
}

/** What an address has used of its budget. Times in milliseconds since 1970, null where there is none. */
interface Budget {
  codes_in_hour: number;
  /** When the oldest code of the last hour, and the newest of all, were issued. */
  oldest_in_hour: number | null;
  latest: number | null;
  failures_in_day: number;
  oldest_in_day: number | null;
}

/** One row with the {@link Budget} of an address; reads its challenges of the last day. */
function budgetOf(email: string, now: number): SQL {
  return sql`
    select
      count(case when created_at > ${now - HOUR} then 1 end) as codes_in_hour,
      min(case when created_at > ${now - HOUR} then created_at end) as oldest_in_hour,
      max(created_at) as latest,
      coalesce(sum(attempts - (consumed_at is not null)), 0) as failures_in_day,
      min(created_at) as oldest_in_day
    from ${loginChallenges}
    where email = ${email} and created_at > ${now - DAY}`;
}

/** Which limit refused, the longest wait first. */
function refusal(budget: Budget, settings: Settings, now: number): LoginCodeRefusal {
  const secondsUntil = (time: number) => Math.max(1, Math.ceil((time - now) / SECOND));
  if (budget.failures_in_day >= settings.LOGIN_FAILURES_PER_DAY) {
    return {
      reason: "too-many-failures",
      retryAfterSeconds: secondsUntil((budget.oldest_in_day ?? now) + DAY),
    };
  }
  if (budget.codes_in_hour >= settings.LOGIN_CODES_PER_HOUR) {
    return {
      reason: "too-many-codes",
      retryAfterSeconds: secondsUntil((budget.oldest_in_hour ?? now) + HOUR),
    };
  }
  const next = (budget.latest ?? now) + settings.LOGIN_CODE_INTERVAL_SECONDS * SECOND;
  return { reason: "too-soon", retryAfterSeconds: secondsUntil(next) };
}

const kvKey = (challengeId: string) => `login-code:${challengeId}`;

/** The challenge's id is part of what is signed: a stored code can't be moved to another challenge. */
const signedText = (challengeId: string, code: string) => new TextEncoder().encode(`${challengeId}:${code}`);

async function macKey(settings: Settings): Promise<CryptoKey> {
  const raw = new TextEncoder().encode(settings.LOGIN_CODE_SECRET);
  return crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

async function macOf(settings: Settings, challengeId: string, code: string): Promise<Uint8Array> {
  return new Uint8Array(
    await crypto.subtle.sign("HMAC", await macKey(settings), signedText(challengeId, code)),
  );
}

/** Compares in constant time, as WebCrypto's verify does. */
async function isMacOf(
  settings: Settings,
  challengeId: string,
  code: string,
  mac: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  return crypto.subtle.verify("HMAC", await macKey(settings), mac, signedText(challengeId, code));
}
