import { generateAuthenticationOptions } from "@simplewebauthn/server";
import { data, redirect } from "react-router";
import { platformContext, settingsContext } from "#app/context.ts";
import { invalidForm, parseForm } from "#app/core/forms/form.server.ts";
import { noteRefusal, refusalResponse } from "#app/core/http/refusal.server.ts";
import { safeRedirect } from "#app/core/http/safe-redirect.ts";
import { sendsCookies, withCookieCheck } from "#app/core/http/sends-cookies.server.ts";
import { ERROR_CODES } from "#app/error-codes.ts";
import { signedInHeaders } from "#app/identity/auth/signed-in-headers.server.ts";
import { homeOf } from "#app/permissions.ts";
import { passkeySignInSchema } from "#app/slices/passkey/passkey.schema.ts";
import { CHALLENGE_LIFE, newChallenge } from "#app/slices/passkey/passkey-challenge.server.ts";
import { offersPasskeySignIn } from "#app/slices/passkey/passkeys-offered.ts";
import { rejectPasskey } from "#app/slices/passkey/refused-passkey.server.ts";
import { relyingParty, USER_VERIFICATION } from "#app/slices/passkey/relying-party.server.ts";
import { signInWithPasskey } from "#app/slices/passkey/sign-in-with-passkey.server.ts";
import type { Route } from "./+types/passkey.ts";

/** The options with which the browser asks for a passkey. They name no passkey, so they don't reveal who has one. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const settings = context.get(settingsContext);
  if (!offersPasskeySignIn(settings)) throw refusalResponse(context, "PROVIDER_NOT_FOUND");
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context).id,
    challenge: await newChallenge(settings, "sign-in", context.get(platformContext).now),
    userVerification: USER_VERIFICATION,
    timeout: CHALLENGE_LIFE,
  });
  return Response.json(options, { headers: withCookieCheck(url) });
}

/** Signs in with a passkey. */
export async function action({ request, url, context }: Route.ActionArgs) {
  if (!offersPasskeySignIn(context.get(settingsContext))) {
    throw refusalResponse(context, "PROVIDER_NOT_FOUND");
  }
  const form = await parseForm(request, context, passkeySignInSchema);
  if (!form.ok) throw await invalidForm(form);
  // The response with the options has set a cookie. If the browser sends it back, it accepts cookies.
  if (!sendsCookies(request)) {
    return data({ error: noteRefusal(context, "COOKIES_NEEDED") }, { status: ERROR_CODES.COOKIES_NEEDED });
  }
  const attempt = await signInWithPasskey(context, request, form.value.response);
  if (attempt.outcome !== "signed-in") return rejectPasskey(context, attempt);
  const headers = await signedInHeaders(context, request, attempt);
  return redirect(safeRedirect(url.searchParams.get("redirect")) ?? homeOf(attempt.user.role), { headers });
}
