import { and, eq, exists, gt, not, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { passkeys, sessions } from "#app/db/schema.ts";
import { offersPasskeySignIn } from "#app/features/passkey/passkeys-offered.ts";
import { hasSecondStep } from "#app/features/second-step/needs-second-step.server.ts";
import type { Settings } from "#app/settings.ts";

/** What someone can have beside their mailbox to prove who they are. */
export type Factor = "second-step" | "passkey";

/** The condition for a user who has one of these factors, and can use it here. */
export function hasFactor(db: Database, settings: Settings, userId: string, factors: readonly Factor[]): SQL {
  const passkey = db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId));
  const held = or(
    factors.includes("second-step") ? hasSecondStep(db, userId) : undefined,
    factors.includes("passkey") && offersPasskeySignIn(settings) ? exists(passkey) : undefined,
  );
  return held ?? sql`false`;
}

/**
 * The condition that a write for which a code by mail does not do may happen: its user has none of these factors, or has proven
 * in this session who they are by one. It decides where a factor was added after the proof was asked for.
 * @param since when they must have proven it, in milliseconds since 1970
 */
export const isProvenByFactor = (
  db: Database,
  settings: Settings,
  { userId, sessionId }: { userId: string; sessionId: string },
  factors: readonly Factor[],
  since: number,
): SQL | undefined =>
  or(
    not(hasFactor(db, settings, userId, factors)),
    exists(
      db
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.id, sessionId), gt(sessions.factorProvenAt, since))),
    ),
  );
