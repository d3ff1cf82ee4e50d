import { generateAuthenticationOptions } from "@simplewebauthn/server";
import { and, eq } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, i18nContext, platformContext, requestIdContext, settingsContext } from "#app/context.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import type { FactorPart, Prover, RejectedProof } from "#app/identity/hooks/hooks.server.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { checkPasskey, type RejectedPasskey, rejectionOf, spendAnswer } from "./check-passkey.server.ts";
import { assertionSchema } from "./passkey.schema.ts";
import { credentialsOf } from "./passkey.server.ts";
import { CHALLENGE_LIFE, type ChallengePurpose, newChallenge } from "./passkey-challenge.server.ts";
import { offersPasskeySignIn } from "./passkeys-offered.ts";
import { refusalOf } from "./refused-passkey.server.ts";
import { relyingParty, USER_VERIFICATION } from "./relying-party.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The purpose binds the challenge to the session that asked for it. */
const purposeOf = ({ sessionId }: Prover): ChallengePurpose => `prove:${sessionId}`;

/**
 * The options with which the step asks for a passkey. @param error why the last passkey was rejected
 * @returns null if the reader has no passkey, or passkeys are switched off
 */
export async function passkeyOfStep(
  context: Context,
  prover: Prover,
  error: string | null,
): Promise<FactorPart | null> {
  const settings = context.get(settingsContext);
  if (!offersPasskeySignIn(settings)) return null;
  const credentials = await credentialsOf(context.get(dbContext), prover.userId);
  if (credentials.length === 0) return null;
  const { t } = context.get(i18nContext);
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context).id,
    challenge: await newChallenge(settings, purposeOf(prover), context.get(platformContext).now),
    allowCredentials: credentials,
    userVerification: USER_VERIFICATION,
    timeout: CHALLENGE_LIFE,
  });
  const part = {
    submit: t("passkey:proof.submit"),
    cancelled: t("passkey:proof.cancelled"),
    error,
    options: JSON.stringify(options),
    unavailable: t("passkey:proof.unavailable"),
  };
  return { asks: "passkey", help: t("passkey:proof.help"), part };
}

/**
 * Records in a session that its owner has just proven who they are with their passkey. Of two requests with the same
 * response, only one succeeds.
 * @param sent an authenticator's response as JSON, not yet validated
 * @returns null if it was valid
 */
export async function proveByPasskey(
  context: Context,
  prover: Prover,
  sent: unknown,
): Promise<RejectedProof | null> {
  const rejected = await spend(context, prover, sent);
  return rejected && describeRejected(context, prover, rejected);
}

async function spend(context: Context, prover: Prover, sent: unknown): Promise<RejectedPasskey | null> {
  if (!offersPasskeySignIn(context.get(settingsContext))) return { outcome: "unknown" };
  const response = assertionSchema.safeParse(sent);
  if (!response.success) return { outcome: "invalid", email: prover.email };
  const checked = await checkPasskey(context, response.data, purposeOf(prover));
  if ("outcome" in checked) return checked;
  const { right } = checked;
  if (right.passkey.userId !== prover.userId) return { outcome: "unknown" };
  const db = context.get(dbContext);
  const { now } = context.get(platformContext);
  const { statements, won } = spendAnswer(db, right, context.get(requestIdContext), now);
  const [state] = await db.batch([
    ...statements,
    db
      .update(sessions)
      .set({ provenAt: now, factorProvenAt: now })
      .where(and(eq(sessions.id, prover.sessionId), won)),
  ]);
  return rejectionOf(context, right, state, await currentActor(context));
}

/**
 * Logs that a passkey was rejected, and formats the reason. This does not use the sign-in page's message, which would
 * send the reader to that page.
 */
function describeRejected(context: Context, { email }: Prover, rejected: RejectedPasskey): RejectedProof {
  const { t } = context.get(i18nContext);
  const { code, retryAfterSeconds } = refusalOf(rejected);
  const message = noteRefusal(context, code, {
    email: "email" in rejected ? email : null,
    retryAfterSeconds,
  });
  const isLimited = retryAfterSeconds !== undefined;
  switch (rejected.outcome) {
    case "unknown":
      return { error: t("passkey:errors.notYours"), isLimited };
    case "copied":
      return { error: t("passkey:errors.copied"), isLimited };
    case "too-many-from-network":
      return { error: t("refused:tooManyTriesFromNetwork"), isLimited };
    default:
      return { error: message, isLimited };
  }
}
