import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { type FirstStep, hooked, type SigningBrowser } from "#app/identity/hooks/hooks.server.ts";

/** What a slice asks for besides the first step of a sign-in; undefined if no slice does. */
export const signInStep = () => hooked("signInStep")[0];

/**
 * The condition for a user whose sign-in needs a further step. Every way of signing in asks it, in the batch that
 * creates the session: `startSession` for whom it does not hold, `beginStep` for whom it does.
 */
export const needsStep = (db: Database, first: FirstStep): SQL =>
  signInStep()?.isNeeded(db, first) ?? sql`false`;

/**
 * What keeps a sign-in until its further step, in place of the session: a part of a batch, which returns the session's id.
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
