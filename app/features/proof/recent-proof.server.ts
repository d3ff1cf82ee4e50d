import { and, eq, exists } from "drizzle-orm";
import { data, type RouterContextProvider } from "react-router";
import {
  dbContext,
  i18nContext,
  platformContext,
  requestIdContext,
  settingsContext,
  type Viewer,
  viewerContext,
} from "#app/context.ts";
import { loginChallenges, sessions } from "#app/db/schema.ts";
import { ERROR_CODES } from "#app/error-codes.ts";
import { signInPolicy } from "#app/features/demo/sign-in-policy.ts";
import { checkLoginCode } from "#app/features/login-code/check-login-code.server.ts";
import { openChallenge } from "#app/features/login-code/login-challenge.server.ts";
import type { ProofOfAddress } from "#app/features/login-code/login-challenge.ts";
import { heldChallenge } from "#app/features/login-code/login-challenge-cookie.server.ts";
import { codeSchema } from "#app/features/login-code/login-code.schema.ts";
import {
  describeRejectedCode,
  describeUnsentCode,
} from "#app/features/login-code/login-code-messages.server.ts";
import { loginTry } from "#app/features/login-code/login-try.server.ts";
import { isLoginCodeOpen, sendLoginCode } from "#app/features/login-code/send-login-code.server.ts";
import { findSecondStep } from "#app/features/second-step/second-step.server.ts";
import { describeRejectedStep } from "#app/features/second-step/second-step-messages.server.ts";
import type { ParsedForm } from "#app/forms/form.server.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { noteRefusal } from "#app/http/refusal.server.ts";
import { PROOF_FIELDS, type ProofStepData } from "./proof-step.ts";
import { proveByApp } from "./prove-by-app.server.ts";

/** How long a proof counts as recent, in milliseconds (docs/product.md, Numbers). */
const PROOF_PERIOD = 60 * 60 * 1000;

/** The request that a form came with, as an action gets it. */
interface Posted {
  request: Request;
  /** Unlike the request's own, without what the router adds. */
  url: URL;
}

/**
 * Whether someone has proven in the last hour who they are. Everyone shares the demo's accounts, so there it is moot.
 */
export function isRecentlyProven(context: Readonly<RouterContextProvider>, viewer: Viewer): boolean {
  if (context.get(platformContext).now - viewer.provenAt < PROOF_PERIOD) return true;
  return signInPolicy(context.get(settingsContext)).isShared(viewer.email);
}

/**
 * Makes sure that who sends a form has proven in the last hour who they are. Call it before a change that can't be
 * undone, once the form is known to be valid. If the proof is older, the reader gets a page that asks for a code by
 * mail and sends the form again, as it was typed, with that code. A code of their authenticator app will do, too.
 *
 * @throws that page's response (401, or 429 if the reader has to wait before trying a code)
 */
export async function requireRecentProof(form: ParsedForm<unknown>, posted: Posted): Promise<void> {
  const { context } = form;
  const viewer = await context.get(viewerContext);
  if (isRecentlyProven(context, viewer)) return;
  // An impersonator proves who they are, not whom they impersonate. No form of ours asks them; one of yours may.
  const { id: userId, email } = viewer.impersonator ?? viewer;
  const proof = { email, purpose: "confirm", userId } as const;
  const sent = form.submission.payload;
  // Typed by someone else who was signed in here before: their form is not sent on, and not shown.
  if (PROOF_FIELDS.owner in sent && sent[PROOF_FIELDS.owner] !== userId) {
    noteRefusal(context, "SESSION_EXPIRED");
    const page = posted.url.pathname + posted.url.search;
    throw await redirectWithMessage(context, page, "code:SESSION_EXPIRED", { type: "error" });
  }
  if (PROOF_FIELDS.code in sent && !(PROOF_FIELDS.resend in sent)) {
    const rejected = await tryProof(posted, form, viewer, proof);
    if (rejected === null) return;
    throw await stepResponse(posted, form, proof, rejected);
  }
  if (PROOF_FIELDS.app in sent) {
    const appError = await tryApp(posted, form, viewer.sessionId, { userId, email });
    if (appError === null) return;
    throw await stepResponse(posted, form, proof, { error: null, appError });
  }
  const result = await sendLoginCode(context, posted.request, proof);
  if (result.outcome === "sent") {
    const resent = PROOF_FIELDS.resend in sent;
    throw await stepResponse(posted, form, proof, { error: null, resent }, result.headers);
  }
  // The code just sent to this browser is still valid, so go on to enter it.
  const open = !(PROOF_FIELDS.resend in sent) && (await isLoginCodeOpen(context, posted.request, proof));
  throw await stepResponse(posted, form, proof, {
    error: open ? null : describeUnsentCode(context, proof, result),
  });
}

/** Why the code of the step was rejected, and whether the reader has to wait before trying another. */
interface RejectedProof {
  error: string;
  isLimited: boolean;
}

/** Tries the code of the step, and records the proof in the session. */
async function tryProof(
  { request }: Posted,
  form: ParsedForm<unknown>,
  viewer: Viewer,
  proof: ProofOfAddress,
): Promise<RejectedProof | null> {
  const { context } = form;
  const { t } = context.get(i18nContext);
  const { now, origin } = context.get(platformContext);
  const db = context.get(dbContext);
  const typed = codeSchema.safeParse(form.submission.payload[PROOF_FIELDS.code]);
  if (!typed.success) {
    return { error: t(typed.error.issues[0]?.message as "refused:codeInvalid"), isLimited: false };
  }
  const held = await heldChallenge(request, context.get(settingsContext), origin, proof.purpose);
  const challengeId = held?.id ?? "";
  const rejected = await checkLoginCode(loginTry(context), proof, { challengeId, code: typed.data });
  if (rejected) {
    return {
      error: describeRejectedCode(context, proof, rejected),
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
      .where(and(eq(sessions.id, viewer.sessionId), exists(consumedHere))),
  ]);
  if (consumed.length === 1) return null;
  return { error: describeRejectedCode(context, proof, { outcome: "expired" }), isLimited: false };
}

/** Tries the code of an authenticator app. @returns why it was rejected */
async function tryApp(
  { request }: Posted,
  { context, submission }: ParsedForm<unknown>,
  sessionId: string,
  { userId, email }: { userId: string; email: string },
): Promise<string | null> {
  const { t } = context.get(i18nContext);
  const typed = codeSchema.safeParse(submission.payload[PROOF_FIELDS.app]);
  if (!typed.success) return t(typed.error.issues[0]?.message as "refused:codeInvalid");
  const rejected = await proveByApp(context, request, { userId, email, sessionId }, typed.data);
  return rejected && describeRejectedStep(context, email, rejected);
}

async function stepResponse(
  { url }: Posted,
  { context, submission }: ParsedForm<unknown>,
  { email, userId }: ProofOfAddress,
  {
    error,
    appError = null,
    resent = false,
    isLimited = false,
  }: { error: string | null; appError?: string | null; resent?: boolean; isLimited?: boolean },
  headers = new Headers(),
) {
  const added: string[] = Object.values(PROOF_FIELDS);
  const typed = Object.entries(submission.payload).flatMap(([name, value]) =>
    added.includes(name) ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  const { t } = context.get(i18nContext);
  const step: ProofStepData = {
    code: "SESSION_EXPIRED",
    message: noteRefusal(context, "SESSION_EXPIRED"),
    action: url.pathname + url.search,
    fields: [...typed, [PROOF_FIELDS.owner, userId ?? ""]],
    email,
    minutes: context.get(settingsContext).LOGIN_CODE_MINUTES,
    error,
    app: (await findSecondStep(context.get(dbContext), userId ?? ""))
      ? { open: t("factor:proof"), label: t("factor:signIn.code"), error: appError }
      : null,
    resent,
  };
  const status = ERROR_CODES[isLimited ? "LIMIT_REACHED" : "SESSION_EXPIRED"];
  return data(step, { status, headers });
}
