import { href, type RouterContextProvider } from "react-router";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { safeRedirect } from "#app/core/http/safe-redirect.ts";
import { refuseSignIn } from "#app/identity/auth/refuse-sign-in.server.ts";
import { signInResponse } from "#app/identity/auth/sign-in-response.server.ts";
import type { SecondStepChallenge } from "./check-second-step.server.ts";
import { findPendingSignIn, finishSignIn } from "./pending-sign-in.server.ts";
import { pendingSignInCookie } from "./pending-sign-in-cookie.server.ts";
import { signInSchema } from "./second-step.schema.ts";
import { rejectStep } from "./second-step-messages.server.ts";

interface Arguments {
  request: Request;
  url: URL;
  context: Readonly<RouterContextProvider>;
}

/** This browser's pending sign-in. @throws a redirect to the sign-in page without one */
export async function requirePendingSignIn({
  request,
  url,
  context,
}: Arguments): Promise<SecondStepChallenge> {
  const pending = await findPendingSignIn(context, request);
  if (pending) return pending;
  throw await beginAgain({ request, url, context });
}

/** Completes this browser's sign-in with the posted code. */
export async function confirmSignIn({ request, url, context }: Arguments) {
  const form = await parseForm(request, context, signInSchema);
  const pending = await requirePendingSignIn({ request, url, context });
  if (!form.ok) return rejectForm(form);
  const attempt = await tryWrite(context, "FAILED_TO_CREATE_SESSION", () =>
    finishSignIn(context, request, pending, form.value.code),
  );
  if ("failed" in attempt) return rejectForm(form, attempt);
  switch (attempt.outcome) {
    case "signed-in": {
      const spent = await pendingSignInCookie(context).serialize("", { maxAge: 0 });
      const returnTo = safeRedirect(url.searchParams.get("redirect"));
      return signInResponse(context, request, attempt.signedIn, { returnTo, cookie: spent });
    }
    case "banned":
      return refuseSignIn(context, attempt);
    case "expired":
      throw await beginAgain({ request, url, context });
    default:
      return rejectStep(form, pending.email, attempt);
  }
}

/**
 * The response if the pending sign-in has expired. The user signs in again, and then reaches the page that they wanted.
 */
async function beginAgain({ url, context }: Arguments): Promise<Response> {
  noteRefusal(context, "OTP_EXPIRED");
  const returnTo = safeRedirect(url.searchParams.get("redirect"));
  const search = returnTo ? `?${new URLSearchParams({ redirect: returnTo })}` : "";
  return redirectWithMessage(context, href("/login") + search, "factor:errors.expired", { type: "error" });
}
