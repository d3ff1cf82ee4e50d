import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { type FirstStep, hooked, type SigningBrowser } from "#app/identity/hooks/hooks.server.ts";

/** The further step that a slice adds to sign-in; undefined if no slice does. */
export const signInStep = () => hooked("signInStep")[0];

/**
 * SQL: whether a user's sign-in needs a further step. Every way of signing in uses it in the batch that
 * creates the session: `beginStep` runs if it is true, `startSession` if not.
 */
export const needsStep = (db: Database, first: FirstStep): SQL =>
  signInStep()?.isNeeded(db, first) ?? sql`false`;

/**
 * The statement that stores a sign-in until its further step, instead of starting the session. It is a part
 * of a batch, and returns the session's id.
 * @param whose SQL that finds the user, if they may sign in
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
