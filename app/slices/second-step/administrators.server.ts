import { eq, isNull, type SQL } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import {
  dbContext,
  platformContext,
  sessionTokenContext,
  settingsContext,
  type Viewer,
} from "#app/context.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { signInPolicy } from "#app/identity/auth/sign-in-policy.server.ts";
import { ownerOf } from "#app/identity/session/session.server.ts";
import { can } from "#app/permissions.ts";
import { secondSteps } from "./second-steps.table.ts";

/**
 * When a user who may enter the manager will need a second step, in milliseconds since 1970; null if they already have
 * one or never need one. One query, and none unless ADMIN_SECOND_STEP_DAYS is set.
 * @param userId the user's id; by default the id of the session's owner, so that the query runs in parallel
 *   with the session's check
 */
export async function secondStepDue(
  context: Readonly<RouterContextProvider>,
  viewer: Promise<Viewer>,
  userId?: string | SQL<string>,
): Promise<number | null> {
  const settings = context.get(settingsContext);
  const { ADMIN_SECOND_STEP_DAYS: days } = settings;
  if (days === undefined) return null;
  const { now, inBackground } = context.get(platformContext);
  const owner = userId ?? (await ownerOf(context.get(sessionTokenContext) ?? ""));
  const [step] = await context
    .get(dbContext)
    .select({ switchedOnAt: secondSteps.switchedOnAt, askedAt: secondSteps.askedAt })
    .from(secondSteps)
    .where(eq(secondSteps.userId, owner));
  if (step?.switchedOnAt) return null;
  const { id, email, role, impersonator } = await viewer;
  // This does not apply to the demo's accounts, which everyone shares.
  if (impersonator || !can(role, "apps:manager") || signInPolicy(settings).isShared(email)) return null;
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

/** Whether a user needs a second step now and has none. */
export async function lacksSecondStep(
  context: Readonly<RouterContextProvider>,
  viewer: Promise<Viewer>,
  userId?: string,
): Promise<boolean> {
  const due = await secondStepDue(context, viewer, userId);
  return due !== null && due <= context.get(platformContext).now;
}
