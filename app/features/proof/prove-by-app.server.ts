import { and, eq } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, i18nContext, platformContext, requestIdContext } from "#app/context.ts";
import { sessions } from "#app/db/schema.ts";
import { knownDevice } from "#app/features/auth/device-cookie.server.ts";
import { codeSchema } from "#app/features/login-code/login-code.schema.ts";
import { loginTry } from "#app/features/login-code/login-try.server.ts";
import {
  checkSecondStep,
  type RejectedStep,
  spendCode,
} from "#app/features/second-step/check-second-step.server.ts";
import { openChallenge } from "#app/features/second-step/second-step.server.ts";
import { describeRejectedStep } from "#app/features/second-step/second-step-messages.server.ts";
import type { Prover, RejectedProof } from "./prover.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * Records in a session that its owner has just proven who they are, by a code of their authenticator app. Of two
 * requests with the same code one does.
 * @param typed what should be a code of six digits
 * @returns null if it was right
 */
export async function proveByApp(
  context: Context,
  prover: Prover,
  typed: unknown,
  request: Request,
): Promise<RejectedProof | null> {
  const { t } = context.get(i18nContext);
  const code = codeSchema.safeParse(typed);
  if (!code.success) {
    return { error: t(code.error.issues[0]?.message as "refused:codeInvalid"), isLimited: false };
  }
  const rejected = await spend(context, request, prover, code.data);
  return (
    rejected && {
      error: describeRejectedStep(context, prover.email, rejected),
      isLimited: "retryAfterSeconds" in rejected,
    }
  );
}

async function spend(
  context: Context,
  request: Request,
  { userId, email, sessionId }: Prover,
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
