import { and, eq, isNull, lt, lte, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { takeKvWrite, wasLastKvWrite } from "#app/core/db/kv-budget.server.ts";
import { randomToken, sha256 } from "#app/core/lib/bytes.ts";
import { MINUTE, SECOND } from "#app/core/lib/durations.ts";
import { logAlarm } from "#app/core/lib/log.ts";
import { mailboxOf } from "#app/core/lib/mailbox.ts";
import { signInPolicy } from "#app/identity/auth/sign-in-policy.server.ts";
import { deviceIdOf, type KnownDevice } from "#app/identity/device/known-device.ts";
import { loginChallenges } from "#app/identity/tables/login-challenges.ts";
import { users } from "#app/identity/tables/users.ts";
import { keepCode } from "./kept-code.server.ts";
import { budgetOf, type LoginBudget } from "./login-budget.server.ts";
import type { LoginChallengeContext } from "./login-challenge.server.ts";
import type { ProofOfAddress } from "./login-challenge.ts";
import { drawLoginCode } from "./login-code.ts";
import { signLoginCode } from "./login-code-mac.server.ts";
import { exceededLimit, type LoginCodeRefusal, limitsOf } from "./login-limits.server.ts";

/** An issued code. */
export interface IssuedLoginCode {
  challengeId: string;
  code: string;
  /** The secret of the email's link, which signs in without the code; null for other purposes. */
  linkToken: string | null;
  /** The user with this address and their language for emails; undefined if there is none. */
  user: { language: string | null } | undefined;
}

/**
 * Why no code was issued: a limit was reached, or neither KV nor D1 could store the code. In the latter case,
 * withdraw the challenge.
 */
export type UnissuedLoginCode =
  | LoginCodeRefusal
  | { reason: "not-stored"; error: unknown; challengeId: string };

/** The browser that requests a code. */
export interface RequestingBrowser {
  /** The browser's device, if somebody has signed in there with this address before. */
  device: KnownDevice | null;
  /**
   * The challenge that this browser requested before, which the new one replaces. Challenges of other
   * browsers stay open.
   */
  replaces: string | null;
}

/**
 * Issues a login code for an address, unless the budget is used up (see BudgetHolder).
 *
 * One conditional INSERT checks the budget, so it holds under concurrent requests, and also for addresses without a
 * user. The code is stored only after D1 has accepted, so a refusal costs no KV write.
 *
 * Wrong codes never prevent anyone from requesting a code to sign in, because the email has a link that needs no code.
 */
export async function issueLoginCode(
  { db, kv, settings, now }: LoginChallengeContext,
  proof: ProofOfAddress,
  { device, replaces }: RequestingBrowser,
): Promise<({ issued: true } & IssuedLoginCode) | ({ issued: false } & UnissuedLoginCode)> {
  const { email, purpose, userId } = proof;
  const challengeId = randomToken(16);
  const linkToken = purpose === "sign-in" ? randomToken(16) : null;
  const linkHash = linkToken && (await sha256(linkToken));
  const expiresAt = now + settings.LOGIN_CODE_MINUTES * MINUTE;
  const deviceId = deviceIdOf(db, device, email);
  const budget = budgetOf(db, { ...proof, deviceId }, now);
  const recent = budget.as("recent");
  const limits = limitsOf(settings, purpose);
  const interval = settings.LOGIN_CODE_INTERVAL_SECONDS * SECOND;
  const withinBudget = signInPolicy(settings).isShared(email)
    ? undefined
    : and(
        lt(recent.codesInHour, limits.codes),
        lt(recent.allCodesInHour, limits.allCodes),
        // Without an interval there is nothing to check: a request that started later may have been faster.
        interval > 0 ? lte(recent.latest, now - interval) : undefined,
        linkToken ? undefined : lt(recent.failuresInDay, limits.failures),
      );
  const mailbox = mailboxOf(email);
  const isIssued = sql`select 1 from ${loginChallenges} as issued where issued.id = ${challengeId}`;
  const row = {
    id: challengeId,
    email,
    mailbox,
    purpose,
    userId,
    deviceId,
    linkHash,
    createdAt: now,
    expiresAt,
  };

  const {
    inserted,
    counted: [used],
    found: [user],
    taken,
  } = await runBatch(db, {
    inserted: insertFrom(db, loginChallenges, row, { from: recent, where: withinBudget }).returning({
      id: loginChallenges.id,
    }),
    replaced: db
      .update(loginChallenges)
      .set({ replacedAt: now })
      .where(
        and(
          eq(loginChallenges.id, replaces ?? ""),
          eq(loginChallenges.email, email),
          isNull(loginChallenges.consumedAt),
          isNull(loginChallenges.replacedAt),
          sql`exists (${isIssued})`,
        ),
      ),
    counted: budget,
    found: db.select({ language: users.language }).from(users).where(eq(users.email, email)),
    taken: takeKvWrite(db, settings, "loginCodes", now, sql`exists (${isIssued})`),
  });

  if (inserted.length === 0)
    return { issued: false, ...exceededLimit(used as LoginBudget, limits, settings, now) };
  const code = drawLoginCode();
  if (wasLastKvWrite(settings, "loginCodes", taken[0]?.used)) {
    logAlarm("many login codes", { inKvToday: taken[0]?.used });
  }
  try {
    const mac = await signLoginCode(settings, challengeId, code);
    await keepCode({ db, kv, settings }, challengeId, mac, taken.length > 0);
  } catch (error) {
    return { issued: false, reason: "not-stored", error, challengeId };
  }
  return { issued: true, challengeId, code, linkToken, user };
}

/**
 * Withdraws a challenge whose code could not be delivered. The challenge still counts for the interval
 * between two codes, but not for the hourly limit, and the code that it replaced works again.
 */
export async function withdrawLoginCode(
  db: Database,
  { challengeId, replaces, now }: { challengeId: string; replaces: string | null; now: number },
): Promise<void> {
  await db.batch([
    db
      .update(loginChallenges)
      .set({ replacedAt: null })
      // Reopens only the code that this challenge has replaced. Its `replacedAt` is the time of this request.
      .where(and(eq(loginChallenges.id, replaces ?? ""), eq(loginChallenges.replacedAt, now))),
    db
      .update(loginChallenges)
      .set({ withdrawnAt: now, replacedAt: now })
      .where(eq(loginChallenges.id, challengeId)),
  ]);
}
