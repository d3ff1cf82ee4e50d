import { and, eq, exists } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, i18nContext, platformContext, requestIdContext, settingsContext } from "#app/context.ts";
import type { Prover, RejectedProof } from "#app/identity/hooks/hooks.server.ts";
import { checkLoginCode } from "#app/identity/login-code/check-login-code.server.ts";
import { openChallenge } from "#app/identity/login-code/login-challenge.server.ts";
import type { ProofOfAddress } from "#app/identity/login-code/login-challenge.ts";
import { requestedChallenge } from "#app/identity/login-code/login-challenge-cookie.server.ts";
import { codeSchema } from "#app/identity/login-code/login-code.schema.ts";
import { noteRejectedCode } from "#app/identity/login-code/login-code-messages.server.ts";
import { loginTry } from "#app/identity/login-code/login-try.server.ts";
import { loginChallenges } from "#app/identity/tables/login-challenges.ts";
import { sessions } from "#app/identity/tables/sessions.ts";

/** What an emailed code must prove. */
export const proofOf = ({ userId, email }: Prover): ProofOfAddress => ({ email, purpose: "confirm", userId });

/**
 * Records in a session that its owner has just proven who they are, with a code emailed for this. Of two requests with
 * the same code, only one succeeds.
 * @param typed should be a code of six digits
 * @returns null if the code was right
 */
export async function proveByEmail(
  context: Readonly<RouterContextProvider>,
  prover: Prover,
  typed: unknown,
  request: Request,
): Promise<RejectedProof | null> {
  const { t } = context.get(i18nContext);
  const { now, origin } = context.get(platformContext);
  const db = context.get(dbContext);
  const proof = proofOf(prover);
  const code = codeSchema.safeParse(typed);
  if (!code.success) {
    return { error: t(code.error.issues[0]?.message as "refused:codeInvalid"), isLimited: false };
  }
  const challenge = await requestedChallenge(request, context.get(settingsContext), origin, proof.purpose);
  const challengeId = challenge?.id ?? "";
  const rejected = await checkLoginCode(loginTry(context), proof, { challengeId, code: code.data });
  if (rejected) {
    return {
      error: noteRejectedCode(context, proof, rejected),
      isLimited: "retryAfterSeconds" in rejected,
    };
  }
  const requestId = context.get(requestIdContext);
  const consumedHere = db
    .select({ id: loginChallenges.id })
    .from(loginChallenges)
    .where(and(eq(loginChallenges.id, challengeId), eq(loginChallenges.sessionId, requestId)));
  const [consumed] = await db.batch([
    db
      .update(loginChallenges)
      .set({ consumedAt: now, sessionId: requestId })
      .where(openChallenge(challengeId, proof, now))
      .returning({ id: loginChallenges.id }),
    db
      .update(sessions)
      .set({ provenAt: now })
      .where(and(eq(sessions.id, prover.sessionId), exists(consumedHere))),
  ]);
  if (consumed.length === 1) return null;
  return { error: noteRejectedCode(context, proof, { outcome: "expired" }), isLimited: false };
}
