import { and, eq, exists, isNotNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { MINUTE } from "#app/core/lib/durations.ts";
import { isKnownTo } from "#app/identity/device/known-device.ts";
import type { FirstStep, SigningBrowser } from "#app/identity/hooks/hooks.server.ts";
import type { NewSession } from "#app/identity/session/session.server.ts";
import { loginChallenges, SECOND_STEP } from "#app/identity/tables/login-challenges.ts";
import { users } from "#app/identity/tables/users.ts";
import { secondSteps } from "./second-steps.table.ts";

/** How long a sign-in can wait for its second step, in milliseconds (docs/product.md, Numbers). */
const SECOND_STEP_PERIOD = 10 * MINUTE;

/** SQL: whether a user's sign-in needs a second step. A passkey counts as both steps. */
export const needsSecondStep = (db: Database, first: FirstStep): SQL =>
  first === "passkey" ? sql`false` : hasSecondStep(db);

/**
 * SQL: whether a user has switched on a second step.
 * @param userId the user's id; by default the column in the outer query
 */
export const hasSecondStep = (db: Database, userId: string | SQLiteColumn = users.id): SQL =>
  exists(
    db
      .select({ userId: secondSteps.userId })
      .from(secondSteps)
      .where(and(eq(secondSteps.userId, userId), isNotNull(secondSteps.switchedOnAt))),
  );

/**
 * A statement that stores a sign-in until its second step, instead of creating the session. The stored
 * sign-in has the id of that session, which the statement returns.
 * @param whose SQL: finds the user, if they may sign in
 */
export function beginSecondStep(
  db: Database,
  { id, createdAt }: Pick<NewSession, "id" | "createdAt">,
  { deviceId, knownUsers }: SigningBrowser,
  whose: SQL | undefined,
) {
  const values = {
    id,
    email: sql`${users.email}`,
    purpose: SECOND_STEP,
    userId: sql`${users.id}`,
    // Each known browser has its own tries, as with login codes (docs/decisions/0031).
    deviceId: sql`case when ${isKnownTo(knownUsers)} then ${deviceId} end`,
    createdAt,
    expiresAt: createdAt + SECOND_STEP_PERIOD,
  } as const;
  return insertFrom(db, loginChallenges, values, { from: users, where: whose }).returning({
    id: loginChallenges.id,
  });
}
