import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { type FirstStep, hooked, type SigningBrowser } from "#app/identity/hooks/hooks.server.ts";

/** The further step that a slice adds to sign-in; undefined if no slice does. */
export const signInStep = () => hooked("signInStep")[0];

/**
 * The condition for a user whose sign-in needs a further step. Every way of signing in uses it in the batch that
 * creates the session: `startSession` runs if it does not hold, `beginStep` if it does.
 */
export const needsStep = (db: Database, first: FirstStep): SQL =>
  signInStep()?.isNeeded(db, first) ?? sql`false`;

/**
 * The statement that keeps a sign-in until its further step, instead of the session. It is a part of a batch, and
 * returns the session's id.
 * @param whose the condition that finds the user, if they may sign in
 */
export function beginStep(
  db: Database,
  session: { id: string; createdAt: number },
  browser: SigningBrowser,
  whose: SQL | undefined,
) {
  const step = signInStep();
  return step ? ([step.begin(db, session, browser, whose)] as const) : ([] as const);
}
