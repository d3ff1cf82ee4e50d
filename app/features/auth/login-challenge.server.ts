import type { KVNamespace } from "@cloudflare/workers-types";
import { and, eq, exists, gt, isNull, lt, lte, ne, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { loginChallenges, sessions, users } from "#app/db/schema.ts";
import { randomToken } from "#app/lib/bytes.ts";
import type { Settings } from "#app/settings.ts";
import type { NewSession } from "../session/session.server.ts";
import { notBanned } from "../session/session.server.ts";
import {
  BUDGET_PERIOD,
  budgetOf,
  type LoginBudget,
  type LoginCodeRefusal,
  refusalOf,
} from "./login-budget.server.ts";
import { drawLoginCode } from "./login-code.ts";
import { signLoginCode, verifyLoginCode } from "./login-code-mac.server.ts";
import type { Role } from "./permissions.ts";

const MINUTE = 60 * 1000;

/** What the functions here work with. */
export interface LoginChallengeContext {
  db: Database;
  kv: KVNamespace;
  settings: Settings;
  /** Milliseconds since 1970. */
  now: number;
}

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
  const budget = budgetOf(db, email, now);
  const recent = budget.as("recent");

  const [inserted, , [used], [user]] = await db.batch([
    db
      .insert(loginChallenges)
      .select(
        db
          .select({
            id: sql`${challengeId}`.as("id"),
            email: sql`${email}`.as("email"),
            createdAt: sql`${now}`.as("created_at"),
            expiresAt: sql`${expiresAt}`.as("expires_at"),
            attempts: sql`0`.as("attempts"),
            consumedAt: sql`null`.as("consumed_at"),
            withdrawnAt: sql`null`.as("withdrawn_at"),
            replacedAt: sql`null`.as("replaced_at"),
            sessionId: sql`null`.as("session_id"),
          })
          .from(recent)
          .where(
            and(
              lt(recent.codesInHour, settings.LOGIN_CODES_PER_HOUR),
              lte(recent.latest, now - settings.LOGIN_CODE_INTERVAL_SECONDS * 1000),
              lt(recent.failuresInDay, settings.LOGIN_FAILURES_PER_DAY),
            ),
          ),
      )
      .returning({ id: loginChallenges.id }),
    db
      .update(loginChallenges)
      .set({ replacedAt: now })
      .where(
        and(
          eq(loginChallenges.email, email),
          ne(loginChallenges.id, challengeId),
          isNull(loginChallenges.consumedAt),
          isNull(loginChallenges.replacedAt),
          sql`exists (select 1 from ${loginChallenges} as issued where issued.id = ${challengeId})`,
        ),
      ),
    budget,
    db.select({ id: users.id }).from(users).where(eq(users.email, email)),
  ]);

  if (inserted.length === 0) return { issued: false, ...refusalOf(used as LoginBudget, settings, now) };
  const code = drawLoginCode();
  try {
    await kv.put(kvKey(challengeId), await signLoginCode(settings, challengeId, code), {
      expirationTtl: settings.LOGIN_CODE_MINUTES * 60,
    });
  } catch (error) {
    await withdrawLoginCode(db, challengeId, now);
    throw error;
  }
  return { issued: true, challengeId, code, known: user !== undefined };
}

/**
 * Takes back a challenge whose code reached nobody: it counts for the interval between two codes but not for the
 * hour, and the code that it replaced works again.
 */
export async function withdrawLoginCode(db: Database, challengeId: string, now: number): Promise<void> {
  const withdrawn = db
    .select({ email: loginChallenges.email, createdAt: loginChallenges.createdAt })
    .from(loginChallenges)
    .where(eq(loginChallenges.id, challengeId))
    .as("withdrawn");
  await db.batch([
    db
      .update(loginChallenges)
      .set({ replacedAt: null })
      .where(sql`(${loginChallenges.email}, ${loginChallenges.replacedAt}) = ${db.select().from(withdrawn)}`),
    db
      .update(loginChallenges)
      .set({ withdrawnAt: now, replacedAt: now })
      .where(eq(loginChallenges.id, challengeId)),
  ]);
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
  const open = openChallenge(challengeId, email, now);
  const recent = budgetOf(db, email, now).as("recent");
  const [stored, [[counted], [used]]] = await Promise.all([
    kv.get(kvKey(challengeId)),
    db.batch([
      db
        .update(loginChallenges)
        .set({ attempts: sql`${loginChallenges.attempts} + 1` })
        .where(
          and(
            open,
            lt(loginChallenges.attempts, settings.LOGIN_CODE_ATTEMPTS),
            lt(
              db.select({ failuresInDay: recent.failuresInDay }).from(recent),
              settings.LOGIN_FAILURES_PER_DAY,
            ),
          ),
        )
        .returning({ attempts: loginChallenges.attempts }),
      budgetOf(db, email, now),
    ]),
  ]);

  if (!counted) {
    const [challenge] = await db
      .select({ attempts: loginChallenges.attempts })
      .from(loginChallenges)
      .where(open);
    if (!challenge) return { outcome: "expired" };
    const triedOut = challenge.attempts >= settings.LOGIN_CODE_ATTEMPTS;
    return { outcome: triedOut ? "too-many-attempts" : "too-many-failures" };
  }
  if (stored === null) return { outcome: "expired" };
  if (!(await verifyLoginCode(settings, challengeId, code, stored))) {
    const remainingToday = settings.LOGIN_FAILURES_PER_DAY - (used as LoginBudget).failuresInDay;
    return {
      outcome: "wrong",
      remaining: Math.min(settings.LOGIN_CODE_ATTEMPTS - counted.attempts, remainingToday),
    };
  }

  const wonChallenge = and(eq(loginChallenges.id, challengeId), eq(loginChallenges.sessionId, session.id));
  const won = exists(db.select({ id: loginChallenges.id }).from(loginChallenges).where(wonChallenge));
  const [consumed, , , [user], created] = await db.batch([
    db
      .update(loginChallenges)
      .set({ consumedAt: now, sessionId: session.id })
      .where(open)
      .returning({ id: loginChallenges.id }),
    db
      .insert(users)
      .select(
        db
          .select({
            id: sql`${crypto.randomUUID()}`.as("id"),
            email: loginChallenges.email,
            emailVerifiedAt: sql`${now}`.as("email_verified_at"),
            name: sql`null`.as("name"),
            nameKey: sql`''`.as("name_key"),
            role: sql`'user'`.as("role"),
            onboardedAt: sql`null`.as("onboarded_at"),
            bannedAt: sql`null`.as("banned_at"),
            banExpiresAt: sql`null`.as("ban_expires_at"),
            banReason: sql`null`.as("ban_reason"),
            createdAt: sql`${now}`.as("created_at"),
            updatedAt: sql`${now}`.as("updated_at"),
          })
          .from(loginChallenges)
          .where(and(wonChallenge, sql`${settings.SIGN_UP}`)),
      )
      .onConflictDoNothing(),
    db
      .update(users)
      .set({ emailVerifiedAt: now, updatedAt: now })
      .where(and(eq(users.email, email), isNull(users.emailVerifiedAt), won)),
    db
      .select({ id: users.id, role: users.role, onboardedAt: users.onboardedAt })
      .from(users)
      .where(eq(users.email, email)),
    db
      .insert(sessions)
      .select(
        db
          .select({
            id: sql`${session.id}`.as("id"),
            tokenHash: sql`${session.tokenHash}`.as("token_hash"),
            userId: sql`${users.id}`.as("user_id"),
            expiresAt: sql`${session.expiresAt}`.as("expires_at"),
            userAgent: sql`${session.userAgent}`.as("user_agent"),
            country: sql`${session.country}`.as("country"),
            createdAt: sql`${now}`.as("created_at"),
            updatedAt: sql`${now}`.as("updated_at"),
          })
          .from(users)
          .where(and(eq(users.email, email), won, notBanned(now))),
      )
      .returning({ id: sessions.id }),
  ]);
  if (consumed.length === 0) return { outcome: "expired" };
  if (!user) return { outcome: "no-account" };
  return created.length === 1 ? { outcome: "signed-in", user } : { outcome: "banned" };
}

/** Deletes challenges that are older than every budget looks back. @returns how many */
export async function purgeLoginChallenges(db: Database, now: number): Promise<number> {
  const { meta } = await db
    .delete(loginChallenges)
    .where(lte(loginChallenges.createdAt, now - BUDGET_PERIOD));
  return meta.changes;
}

/** A challenge whose code can still be tried, as far as its own state tells. */
export const openChallenge = (challengeId: string, email: string, now: number) =>
  and(
    eq(loginChallenges.id, challengeId),
    eq(loginChallenges.email, email),
    gt(loginChallenges.expiresAt, now),
    isNull(loginChallenges.consumedAt),
    isNull(loginChallenges.replacedAt),
  );

const kvKey = (challengeId: string) => `login-code:${challengeId}`;
