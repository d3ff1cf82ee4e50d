import { generateAuthenticationOptions } from "@simplewebauthn/server";
import { data, redirect } from "react-router";
import { platformContext, settingsContext } from "#app/context.ts";
import { signedInHeaders } from "#app/features/auth/signed-in-headers.server.ts";
import { passkeySignInSchema } from "#app/features/passkey/passkey.schema.ts";
import { CHALLENGE_LIFE, newChallenge } from "#app/features/passkey/passkey-challenge.server.ts";
import { offersPasskeySignIn } from "#app/features/passkey/passkeys-offered.ts";
import { rejectPasskey } from "#app/features/passkey/refused-passkey.server.ts";
import { relyingParty, USER_VERIFICATION } from "#app/features/passkey/relying-party.server.ts";
import { signInWithPasskey } from "#app/features/passkey/sign-in-with-passkey.server.ts";
import { parseForm } from "#app/forms/form.server.ts";
import { refusalResponse } from "#app/http/refusal.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.ts";
import { homeOf } from "#app/permissions.ts";
import type { Route } from "./+types/passkey.ts";

/** What the browser needs to ask for a passkey. It names none, so it tells nobody who has one. */
export async function loader({ context }: Route.LoaderArgs) {
  const settings = context.get(settingsContext);
  if (!offersPasskeySignIn(settings)) throw refusalResponse(context, "PROVIDER_NOT_FOUND");
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context).id,
    challenge: await newChallenge(settings, "sign-in", context.get(platformContext).now),
    userVerification: USER_VERIFICATION,
    timeout: CHALLENGE_LIFE,
  });
  return Response.json(options);
}

/** Signs in with the passkey that the browser has asked for. */
export async function action({ request, url, context }: Route.ActionArgs) {
  if (!offersPasskeySignIn(context.get(settingsContext))) {
    throw refusalResponse(context, "PROVIDER_NOT_FOUND");
  }
  const form = await parseForm(request, context, passkeySignInSchema);
  if (!form.ok) throw data(null, { status: 400 });
  const attempt = await signInWithPasskey(context, request, form.value.response);
  if (attempt.outcome !== "signed-in") return rejectPasskey(context, attempt);
  const headers = await signedInHeaders(context, request, attempt);
  return redirect(safeRedirect(url.searchParams.get("redirect")) ?? homeOf(attempt.user.role), { headers });
}
