import { and, eq } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext, requestIdContext } from "#app/context.ts";
import { sessions } from "#app/db/schema.ts";
import { knownDevice } from "#app/features/auth/device-cookie.server.ts";
import { loginTry } from "#app/features/login-code/login-try.server.ts";
import {
  checkSecondStep,
  type RejectedStep,
  spendCode,
} from "#app/features/second-step/check-second-step.server.ts";
import { openChallenge } from "#app/features/second-step/second-step.server.ts";

/**
 * Records in a session that its owner has just proven who they are, by a code of their authenticator app. Of two
 * requests with the same code one does.
 * @param code of six digits
 * @returns why the code was rejected; null if it was right
 */
export async function proveByApp(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { userId, email, sessionId }: { userId: string; email: string; sessionId: string },
  code: string,
): Promise<RejectedStep | null> {
  const db = context.get(dbContext);
  const { now } = context.get(platformContext);
  const login = loginTry(context);
  const owner = { userId, email, deviceId: await knownDevice(context, request, email) };
  const challenge = await openChallenge(login, owner);
  const checked = await checkSecondStep(login, challenge, { kind: "app", code });
  if ("outcome" in checked) return checked;
  const { close, spend, won } = spendCode(db, challenge, checked.right, context.get(requestIdContext), now);
  const [closed] = await db.batch([
    close,
    spend,
    db
      .update(sessions)
      .set({ provenAt: now })
      .where(and(eq(sessions.id, sessionId), won)),
  ]);
  return closed.length === 1 ? null : { outcome: "used" };
}
