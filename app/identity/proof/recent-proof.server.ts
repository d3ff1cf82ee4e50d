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
import { proofOf, proveByMail } from "./prove-by-mail.server.ts";

/** How long a proof counts as recent, in milliseconds (docs/product.md, Numbers). */
export const PROOF_PERIOD = HOUR;

const isRecent = (context: Readonly<RouterContextProvider>, provenAt: number) =>
  context.get(platformContext).now - provenAt < PROOF_PERIOD;

/**
 * Whether someone has proven in the last hour who they are. Everyone shares the demo's accounts, so there it is moot.
 */
export function isRecentlyProven(context: Readonly<RouterContextProvider>, viewer: Viewer): boolean {
  if (isRecent(context, viewer.provenAt)) return true;
  return signInPolicy(context.get(settingsContext)).isShared(viewer.email);
}

/** Whether someone has proven in the last hour who they are by more than their mailbox. */
export const isRecentlyProvenByFactor = (context: Readonly<RouterContextProvider>, viewer: Viewer): boolean =>
  isRecent(context, viewer.factorProvenAt);

/**
 * Makes sure that who sends a form has proven in the last hour who they are. Call it before a change that can't be
 * undone, once the form is known to be valid. If the proof is older, the reader gets a page that asks for a code by
 * mail and sends the form again, as it was typed, with that code. Any other factor of theirs will do, too.
 *
 * @param beyondMail the factors whose owner can't prove it by a code by mail, nor by having signed in with one: for what opens
 *   the account without them. They prove it by any factor they have
 * @throws that page's response (401, or 429 if the reader has to wait before trying again)
 */
export async function requireRecentProof(
  form: ParsedForm<unknown>,
  posted: Posted,
  beyondMail: readonly Factor[] = [],
): Promise<void> {
  const { context } = form;
  const { request, url } = posted;
  const viewer = await context.get(viewerContext);
  // An impersonator proves who they are, not whom they impersonate. No form of ours asks them; one of yours may.
  const { id: userId, email } = viewer.impersonator ?? viewer;
  const byFactor = await owesFactor(context, viewer, beyondMail);
  if (!byFactor && isRecentlyProven(context, viewer)) return;
  const prover: Prover = { userId, email, sessionId: viewer.sessionId };
  const sent = form.submission.payload;
  // Typed by someone else who was signed in here before: their form is not sent on, and not shown.
  if (PROOF_FIELDS.owner in sent && sent[PROOF_FIELDS.owner] !== userId) {
    noteRefusal(context, "SESSION_EXPIRED");
    throw await redirectWithMessage(context, url.pathname + url.search, "code:SESSION_EXPIRED", {
      type: "error",
    });
  }
  const resend = PROOF_FIELDS.resend in sent;
  const mail = { asks: "code", prove: proveByMail } as const;
  const ways = byFactor ? hooked("factor") : [mail, ...hooked("factor")];
  const given = ways.find(({ asks }) => PROOF_FIELDS[asks] in sent);
  if (given && !resend) {
    const rejected = await given.prove(context, prover, sent[PROOF_FIELDS[given.asks]], request);
    if (rejected === null) return;
    const { error, isLimited } = rejected;
    throw await proofStepResponse(form, posted, prover, {
      byFactor,
      errors: { [given.asks]: error },
      isLimited,
    });
  }
  if (byFactor) throw await proofStepResponse(form, posted, prover, { byFactor });
  const proof = proofOf(prover);
  const result = await sendLoginCode(context, request, proof);
  if (result.outcome === "sent") {
    throw await proofStepResponse(form, posted, prover, { resent: resend, headers: result.headers });
  }
  // The code just sent to this browser is still valid, so go on to enter it.
  const open = !resend && (await isLoginCodeOpen(context, request, proof));
  if (open) throw await proofStepResponse(form, posted, prover, {});
  const isLimited = result.outcome === "refused";
  if (isLimited) noteRefusal(context, "LIMIT_REACHED", { retryAfterSeconds: result.retryAfterSeconds });
  const errors = { code: describeUnsentCode(context, proof, result) };
  throw await proofStepResponse(form, posted, prover, { errors, isLimited });
}

/**
 * As requireRecentProof(), but asks only the owner of one of these factors: for a form that takes a code by mail itself.
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

/** Whether someone has one of these factors, and has proven by none who they are in the last hour. */
export async function owesFactor(
  context: Readonly<RouterContextProvider>,
  viewer: Viewer,
  factors: readonly Factor[],
): Promise<boolean> {
  if (factors.length === 0 || isRecentlyProvenByFactor(context, viewer)) return false;
  const { id } = viewer.impersonator ?? viewer;
  return ownsFactor(context.get(dbContext), context.get(settingsContext), id, factors);
}
