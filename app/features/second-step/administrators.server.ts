import { eq, isNull } from "drizzle-orm";
import { href, type RouterContextProvider, redirect } from "react-router";
import {
  dbContext,
  platformContext,
  sessionTokenContext,
  settingsContext,
  type Viewer,
} from "#app/context.ts";
import { secondSteps } from "#app/db/schema.ts";
import { signInPolicy } from "#app/features/auth/sign-in-policy.ts";
import { ownerOf } from "#app/features/session/session.server.ts";
import { DAY } from "#app/lib/durations.ts";

/**
 * Until when somebody who may enter the manager can do so without a second step, in milliseconds since 1970; null if
 * they have one, or need none. One query, and none unless ADMIN_SECOND_STEP_DAYS is set.
 */
export async function secondStepDue(
  context: Readonly<RouterContextProvider>,
  viewer: Promise<Viewer>,
): Promise<number | null> {
  const settings = context.get(settingsContext);
  const { ADMIN_SECOND_STEP_DAYS: days } = settings;
  if (days === undefined) return null;
  const { now, inBackground } = context.get(platformContext);
  // By the session, in parallel with its check.
  const [step] = await context
    .get(dbContext)
    .select({ switchedOnAt: secondSteps.switchedOnAt, askedAt: secondSteps.askedAt })
    .from(secondSteps)
    .where(eq(secondSteps.userId, await ownerOf(context.get(sessionTokenContext) ?? "")));
  if (step?.switchedOnAt) return null;
  const { id, email, impersonator } = await viewer;
  // Everyone shares the demo's accounts.
  if (impersonator || signInPolicy(settings).isShared(email)) return null;
  if (!step?.askedAt) {
    inBackground((db) =>
      db
        .insert(secondSteps)
        .values({ userId: id, askedAt: now })
        .onConflictDoUpdate({
          target: secondSteps.userId,
          set: { askedAt: now },
          setWhere: isNull(secondSteps.askedAt),
        }),
    );
  }
  return (step?.askedAt ?? now) + days * DAY;
}

/** Whether somebody needs a second step by now and has none. */
export async function lacksSecondStep(
  context: Readonly<RouterContextProvider>,
  viewer: Promise<Viewer>,
): Promise<boolean> {
  const due = await secondStepDue(context, viewer);
  return due !== null && due <= context.get(platformContext).now;
}

/**
 * Leads whoever needs a second step by now to the page that switches it on.
 * @throws the redirect
 */
export async function requireSecondStep(
  context: Readonly<RouterContextProvider>,
  viewer: Promise<Viewer>,
): Promise<void> {
  if (await lacksSecondStep(context, viewer)) throw redirect(href("/account/second-step"));
}
