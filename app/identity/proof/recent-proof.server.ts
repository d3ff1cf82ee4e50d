import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext, settingsContext, type Viewer, viewerContext } from "#app/context.ts";
import type { ParsedForm } from "#app/core/forms/form.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { HOUR } from "#app/core/lib/durations.ts";
import { signInPolicy } from "#app/identity/auth/sign-in-policy.server.ts";
import { type Factor, hooked, type Prover } from "#app/identity/hooks/hooks.server.ts";
import { describeUnsentCode } from "#app/identity/login-code/login-code-messages.server.ts";
import { isLoginCodeOpen, sendLoginCode } from "#app/identity/login-code/send-login-code.server.ts";
import { ownsFactor } from "./factors.server.ts";
import { PROOF_FIELDS } from "./proof-fields.ts";
import { type Posted, proofStepResponse } from "./proof-step-response.server.ts";
import { proofOf, proveByEmail } from "./prove-by-email.server.ts";

/** How long a proof counts as recent, in milliseconds (docs/product.md, Numbers). */
export const PROOF_PERIOD = HOUR;

const isRecent = (context: Readonly<RouterContextProvider>, provenAt: number) =>
  context.get(platformContext).now - provenAt < PROOF_PERIOD;

/**
 * Whether a user has proven who they are within the last hour. Always true for the demo's accounts, which everyone
 * shares.
 */
export function isRecentlyProven(context: Readonly<RouterContextProvider>, viewer: Viewer): boolean {
  if (isRecent(context, viewer.provenAt)) return true;
  return signInPolicy(context.get(settingsContext)).isShared(viewer.email);
}

/** Whether a user has proven who they are within the last hour, and not only by an emailed code. */
export const isRecentlyProvenByFactor = (context: Readonly<RouterContextProvider>, viewer: Viewer): boolean =>
  isRecent(context, viewer.factorProvenAt);

/**
 * Makes sure that the sender of a form has proven who they are within the last hour. Call it before a change
 * that can't be undone, once the form is known to be valid. If the proof is older, the reader gets a page
 * that asks for an emailed code and sends the form again with that code, keeping the input. Any other factor
 * that they have is accepted, too.
 *
 * @param beyondMail for a change that would let somebody into the account without some factors: these
 *   factors. A user who owns one of them must use any factor that they have. An emailed code is not enough,
 *   nor is a sign-in with an emailed code
 * @throws that page's response (401, or 429 if the reader must wait before trying again)
 */
export async function requireRecentProof(
  form: ParsedForm<unknown>,
  posted: Posted,
  beyondMail: readonly Factor[] = [],
): Promise<void> {
  const { context } = form;
  const { request, url } = posted;
  const viewer = await context.get(viewerContext);
  // During impersonation, the administrator proves who they are, and not the user. None of our forms asks for this; one
  // of yours may.
  const { id: userId, email } = viewer.impersonator ?? viewer;
  const byFactor = await owesFactor(context, viewer, beyondMail);
  if (!byFactor && isRecentlyProven(context, viewer)) return;
  const prover: Prover = { userId, email, sessionId: viewer.sessionId };
  const sent = form.submission.payload;
  // Another user filled in the form while signed in here, so it is neither sent nor shown.
  if (PROOF_FIELDS.owner in sent && sent[PROOF_FIELDS.owner] !== userId) {
    noteRefusal(context, "SESSION_EXPIRED");
    throw await redirectWithMessage(context, url.pathname + url.search, "code:SESSION_EXPIRED", {
      type: "error",
    });
  }
  const resend = PROOF_FIELDS.resend in sent;
  const emailedCode = { asks: "code", prove: proveByEmail } as const;
  const ways = byFactor ? hooked("factor") : [emailedCode, ...hooked("factor")];
  const used = ways.find(({ asks }) => PROOF_FIELDS[asks] in sent);
  if (used && !resend) {
    const rejected = await used.prove(context, prover, sent[PROOF_FIELDS[used.asks]], request);
    if (rejected === null) return;
    const { error, isLimited } = rejected;
    throw await proofStepResponse(form, posted, prover, {
      byFactor,
      errors: { [used.asks]: error },
      isLimited,
    });
  }
  if (byFactor) throw await proofStepResponse(form, posted, prover, { byFactor });
  const proof = proofOf(prover);
  const result = await sendLoginCode(context, request, proof);
  if (result.outcome === "sent") {
    throw await proofStepResponse(form, posted, prover, { resent: resend, headers: result.headers });
  }
  // The code just sent to this browser is still valid: continue to the field for it.
  const open = !resend && (await isLoginCodeOpen(context, request, proof));
  if (open) throw await proofStepResponse(form, posted, prover, {});
  const isLimited = result.outcome === "refused";
  if (isLimited) noteRefusal(context, "LIMIT_REACHED", { retryAfterSeconds: result.retryAfterSeconds });
  const errors = { code: describeUnsentCode(context, proof, result) };
  throw await proofStepResponse(form, posted, prover, { errors, isLimited });
}

/**
 * Like requireRecentProof(), but asks only owners of one of these factors: for a form that itself takes an emailed
 * code.
 * @throws as requireRecentProof()
 */
export async function requireProofByFactor(
  form: ParsedForm<unknown>,
  posted: Posted,
  factors: readonly Factor[],
): Promise<void> {
  const viewer = await form.context.get(viewerContext);
  if (await owesFactor(form.context, viewer, factors)) await requireRecentProof(form, posted, factors);
}

/** Whether a user has one of these factors, and has not used any factor to prove who they are within the last hour. */
export async function owesFactor(
  context: Readonly<RouterContextProvider>,
  viewer: Viewer,
  factors: readonly Factor[],
): Promise<boolean> {
  if (factors.length === 0 || isRecentlyProvenByFactor(context, viewer)) return false;
  const { id } = viewer.impersonator ?? viewer;
  return ownsFactor(context.get(dbContext), context.get(settingsContext), id, factors);
}
