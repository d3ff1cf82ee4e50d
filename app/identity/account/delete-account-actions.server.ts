import { href, type RouterContextProvider, redirect } from "react-router";
import * as z from "zod";
import { i18nContext, settingsContext, viewerContext } from "#app/context.ts";
import { SESSION_ENDED } from "#app/core/db/written.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { lowerCaseAscii, typedAddress } from "#app/core/lib/email-address.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import {
  loginChallengeCookie,
  requestedChallenge,
} from "#app/identity/login-code/login-challenge-cookie.server.ts";
import { codeSchema } from "#app/identity/login-code/login-code.schema.ts";
import { rejectCode, rejectUnsentCode } from "#app/identity/login-code/login-code-messages.server.ts";
import { loginTry } from "#app/identity/login-code/login-try.server.ts";
import { sendLoginCode } from "#app/identity/login-code/send-login-code.server.ts";
import type { Posted } from "#app/identity/proof/proof-step-response.server.ts";
import { requireProofByFactor } from "#app/identity/proof/recent-proof.server.ts";
import { signedOutHeaders } from "#app/identity/session/session-cookie.server.ts";
import { deleteAccount } from "./delete-account.server.ts";

const deletionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send-code") }),
  z.object({
    intent: z.literal("delete"),
    code: codeSchema,
    confirmation: z.string("account:delete.mismatch").transform(typedAddress).transform(lowerCaseAscii),
  }),
]);

/**
 * Sends the code that confirms the deletion, or deletes the reader's account. Readers with a second step need its code
 * for either, because their mailbox alone would not let them sign in.
 */
export async function confirmDeletion({
  request,
  url,
  context,
}: Posted & { context: Readonly<RouterContextProvider> }) {
  const i18n = context.get(i18nContext);
  const settings = context.get(settingsContext);
  const form = await parseForm(request, context, deletionSchema);
  if (!form.ok) return rejectForm(form);
  const viewer = await context.get(viewerContext);
  forbidWhileImpersonating(context, viewer);
  const { id: userId, email, sessionId } = viewer;
  const cookie = loginChallengeCookie(settings, url, "delete-account");
  const challenge = await requestedChallenge(request, settings, url, "delete-account");
  const proof = { email, purpose: "delete-account", userId } as const;
  await requireProofByFactor(form, { request, url }, ["second-step"]);

  if (form.value.intent === "send-code") {
    const result = await sendLoginCode(context, request, proof);
    if (result.outcome !== "sent") return rejectUnsentCode(form, proof, result);
    const { headers } = result;
    if (!challenge) return redirect(url.pathname, { headers });
    return redirectWithMessage(context, url.pathname, "proof:resent", { type: "info", headers });
  }

  const { code, confirmation } = form.value;
  if (confirmation !== email) {
    return rejectForm(form, { field: "confirmation", message: i18n.t("account:delete.mismatch") });
  }
  const challengeId = challenge?.id ?? "";
  const actor = await currentActor(context);
  const deletion = await tryWrite(context, "account:delete.failed", () =>
    deleteAccount(loginTry(context), { userId, email, sessionId, challengeId, code }, actor),
  );
  if ("failed" in deletion) return rejectForm(form, deletion);
  if (deletion.outcome === "refused") return rejectForm(form, { ok: false, code: deletion.code });
  if (deletion.outcome === "session-ended") return rejectForm(form, SESSION_ENDED);
  if (deletion.outcome !== "deleted") {
    return rejectCode(form, proof, deletion);
  }
  const headers = await signedOutHeaders(settings, url);
  headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
  return redirectWithMessage(context, href("/login"), "account:delete.done", { headers });
}
