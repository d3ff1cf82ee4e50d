import { and, eq, isNull, lt, lte, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertFrom } from "#app/db/insert-from.server.ts";
import { loginChallenges, users } from "#app/db/schema.ts";
import { deviceIdOf, type KnownDevice } from "#app/features/auth/known-device.ts";
import { signInPolicy } from "#app/features/auth/sign-in-policy.ts";
import { randomToken, sha256 } from "#app/lib/bytes.ts";
import { MINUTE } from "#app/lib/durations.ts";
import { budgetOf, type LoginBudget } from "./login-budget.server.ts";
import { kvKey, type LoginChallengeContext } from "./login-challenge.server.ts";
import type { ProofOfAddress } from "./login-challenge.ts";
import { drawLoginCode } from "./login-code.ts";
import { signLoginCode } from "./login-code-mac.server.ts";
import { exceededLimit, type LoginCodeRefusal, limitsOf } from "./login-limits.server.ts";
import { mailboxOf } from "./mailbox.ts";

/** An issued code. `known`: whether a user has the address. */
export interface IssuedLoginCode {
  challengeId: string;
  code: string;
  /** The secret of the mail's link, which signs in without the code; null for other purposes. */
  linkToken: string | null;
  known: boolean;
}

/** Why no code was issued: a limit was reached, or KV did not take the code, which is to be withdrawn. */
export type UnissuedLoginCode =
  | LoginCodeRefusal
  | { reason: "not-stored"; error: unknown; challengeId: string };

/** The browser that requests a code. */
export interface RequestingBrowser {
  /** Itself, if it has signed in to the address before. */
  device: KnownDevice | null;
  /** The challenge that it requested before, which the new one replaces. Those of other browsers stay open. */
  replaces: string | null;
}

/**
 * Issues a login code for an address, unless its budget is used up (BudgetHolder says whose).
 *
 * One conditional INSERT checks the budget, so it holds under concurrent requests, and also for addresses without a
 * user. KV is written only after D1 has accepted: a refusal costs no KV write.
 *
 * Wrong codes never keep anyone from requesting a code to sign in: its mail has a link that needs no code.
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
  const withinBudget = signInPolicy(settings).isShared(email)
    ? undefined
    : and(
        lt(recent.codesInHour, limits.codes),
        lt(recent.allCodesInHour, limits.allCodes),
        lte(recent.latest, now - settings.LOGIN_CODE_INTERVAL_SECONDS * 1000),
        linkToken ? undefined : lt(recent.failuresInDay, limits.failures),
      );
  const mailbox = mailboxOf(email);
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

  const [inserted, , [used], [user]] = await db.batch([
    insertFrom(db, loginChallenges, row, { from: recent, where: withinBudget }).returning({
      id: loginChallenges.id,
    }),
    db
      .update(loginChallenges)
      .set({ replacedAt: now })
      .where(
        and(
          eq(loginChallenges.id, replaces ?? ""),
          eq(loginChallenges.email, email),
          isNull(loginChallenges.consumedAt),
          isNull(loginChallenges.replacedAt),
          sql`exists (select 1 from ${loginChallenges} as issued where issued.id = ${challengeId})`,
        ),
      ),
    budget,
    db.select({ id: users.id }).from(users).where(eq(users.email, email)),
  ]);

  if (inserted.length === 0)
    return { issued: false, ...exceededLimit(used as LoginBudget, limits, settings, now) };
  const code = drawLoginCode();
  try {
    await kv.put(kvKey(challengeId), await signLoginCode(settings, challengeId, code), {
      expirationTtl: settings.LOGIN_CODE_MINUTES * 60,
    });
  } catch (error) {
    return { issued: false, reason: "not-stored", error, challengeId };
  }
  return { issued: true, challengeId, code, linkToken, known: user !== undefined };
}

/**
 * Withdraws a challenge whose code could not be delivered: it still counts for the interval between two codes, but not
 * for the hourly limit, and the code that it replaced works again.
 */
export async function withdrawLoginCode(
  db: Database,
  { challengeId, replaces, now }: { challengeId: string; replaces: string | null; now: number },
): Promise<void> {
  await db.batch([
    db
      .update(loginChallenges)
      .set({ replacedAt: null })
      // Only what this challenge replaced: both happened in the same request.
      .where(and(eq(loginChallenges.id, replaces ?? ""), eq(loginChallenges.replacedAt, now))),
    db
      .update(loginChallenges)
      .set({ withdrawnAt: now, replacedAt: now })
      .where(eq(loginChallenges.id, challengeId)),
  ]);
}
