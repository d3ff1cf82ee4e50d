import { and, eq } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { i18nContext, requestIdContext } from "#app/context.ts";
import { knownDevice } from "#app/identity/device/device-cookie.server.ts";
import { deviceIdOf } from "#app/identity/device/known-device.ts";
import type { Prover, RejectedProof } from "#app/identity/hooks/hooks.server.ts";
import { loginTry } from "#app/identity/login-code/login-try.server.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import type { RejectedStep } from "./check-second-step.server.ts";
import { appCodeSchema } from "./second-step.schema.ts";
import { tryCode } from "./second-step.server.ts";
import { describeRejectedStep } from "./second-step-messages.server.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * Records in a session that its owner has just proven who they are with a code from their authenticator app. Of two
 * requests with the same code, only one succeeds.
 * @param typed a code of six digits, not yet validated
 * @returns null if it was valid
 */
export async function proveByApp(
  context: Context,
  prover: Prover,
  typed: unknown,
  request: Request,
): Promise<RejectedProof | null> {
  const { t } = context.get(i18nContext);
  const code = appCodeSchema.safeParse(typed);
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
  const login = loginTry(context);
  const { db, now } = login;
  const deviceId = deviceIdOf(db, await knownDevice(context, request, email), email);
  const owner = { userId, email, deviceId };
  const tried = await tryCode(login, owner, { kind: "app", code }, context.get(requestIdContext));
  if ("outcome" in tried) return tried;
  const { close, spend, won } = tried;
  const [closed] = await db.batch([
    close,
    spend,
    db
      .update(sessions)
      .set({ provenAt: now, factorProvenAt: now })
      .where(and(eq(sessions.id, sessionId), won)),
  ]);
  return closed.length === 1 ? null : { outcome: "used" };
}
