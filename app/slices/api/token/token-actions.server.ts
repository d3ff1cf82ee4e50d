import { href, type RouterContextProvider } from "react-router";
import { dbContext, i18nContext, viewerContext } from "#app/context.ts";
import { SESSION_ENDED } from "#app/core/db/written.ts";
import { invalidForm, parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { refusalResponse } from "#app/core/http/refusal.server.ts";
import { IN_PLACE, type RevokedInPlace } from "#app/core/lists/revoked-in-place.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import { signInStep } from "#app/identity/auth/sign-in-step.server.ts";
import { findTenant } from "#app/identity/hooks/personal-tables.server.ts";
import { requireRecentProof } from "#app/identity/proof/recent-proof.server.ts";
import { scopesOf } from "#app/scopes.ts";
import { createAccessToken, MAX_TOKENS, revokeAccessTokens } from "./access-token.server.ts";
import type { MadeToken } from "./new-token.tsx";
import { selectedEnd } from "./selected-end.server.ts";
import { tokenFormSchema } from "./token.schema.ts";

interface Posted {
  request: Request;
  url: URL;
  context: Readonly<RouterContextProvider>;
}

/**
 * Creates or revokes access tokens of the reader.
 * @returns a new token with its text, which no other response contains (responses are never stored: http/base-headers);
 * or the errors of the form; or a redirect
 * @throws a response: 400 for an unknown action, 403 while impersonating or for a scope that the reader may not grant,
 * and the page that asks for a recent proof
 */
export async function changeTokens({ request, url, context }: Posted) {
  const form = await parseForm(request, context, tokenFormSchema);
  if (!form.ok) {
    if (form.submission.payload.intent !== "create-token") throw await invalidForm(form);
    return rejectForm(form);
  }
  const { value } = form;
  const viewer = await context.get(viewerContext);
  forbidWhileImpersonating(context, viewer);
  const db = context.get(dbContext);
  const page = href("/account/tokens");

  if (value.intent === "create-token") {
    const { id, name, scopes, membershipId = null } = value;
    const { t } = context.get(i18nContext);
    if (scopes.includes("manage")) {
      if (!scopesOf(viewer.role).includes("manage")) throw refusalResponse(context, "ACCESS_DENIED");
      // Otherwise a program could do with the token what the manager refuses its owner.
      if (await signInStep()?.isLacking(context, Promise.resolve(viewer))) {
        const message = t("token:errors.secondStepFirst");
        return rejectForm(form, { field: "scopes", message, status: 403 });
      }
    }
    const end = selectedEnd(context, value);
    if ("message" in end) return rejectForm(form, end);
    // The token will work without a second step. So anyone with a second step must enter its code, and an emailed code
    // is not enough.
    await requireRecentProof(form, { request, url }, ["second-step"]);
    const actor = { ...(await currentActor(context)), id: viewer.id };
    const made = await tryWrite(context, "token:errors.createFailed", () =>
      createAccessToken(db, { id, name, scopes, membershipId, ...end }, actor),
    );
    if (made.ok) {
      return { made: { id: made.id, name, text: made.text, repeated: made.repeated } satisfies MadeToken };
    }
    if ("failed" in made) return rejectForm(form, made);
    if (made.reason === "session-ended") return redirectWithMessage(context, page, SESSION_ENDED);
    if (made.reason === "in-use") {
      return redirectWithMessage(context, page, "token:errors.inUse", { type: "warning" });
    }
    if (made.reason === "not-theirs") {
      const code = findTenant()?.refusal ?? "INVALID_REQUEST";
      return rejectForm(form, { ok: false, code, field: "membershipId" });
    }
    return rejectForm(form, { message: t("token:errors.tooMany", { limit: MAX_TOKENS }) });
  }

  const one = value.intent === "revoke-token" ? value.tokenId : null;
  const [success, failure] =
    one === null
      ? (["token:revokedAll", "token:errors.revokeAllFailed"] as const)
      : (["token:revoked", "token:errors.revokeFailed"] as const);
  const actor = await currentActor(context);
  const revoked = await tryWrite(context, failure, () => revokeAccessTokens(db, viewer.id, one, actor));
  if (revoked.ok && value.intent === "revoke-token" && value[IN_PLACE]) {
    return Response.json({ revoked: value.tokenId } satisfies RevokedInPlace);
  }
  return redirectWithMessage(context, page, revoked.ok ? success : revoked);
}
