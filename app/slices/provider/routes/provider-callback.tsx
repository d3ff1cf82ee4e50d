import { href, type RouterContextProvider, redirect } from "react-router";
import { OAuth2RequestError } from "remix-auth-oauth2";
import { requestIdContext, settingsContext } from "#app/context.ts";
import { noteRefusal, refusalResponse } from "#app/core/http/refusal.server.ts";
import { logError } from "#app/core/lib/log.ts";
import { EntryLayout } from "#app/core/shell/entry-layout.tsx";
import { refuseSignIn } from "#app/identity/auth/refuse-sign-in.server.ts";
import { signInResponse } from "#app/identity/auth/sign-in-response.server.ts";
import { BannedNotice } from "#app/identity/ban/banned-notice.tsx";
import { requireVisitorUnless } from "#app/identity/middleware/guards.ts";
import { ErrorPage } from "#app/identity/shell/error-page.tsx";
import { finishLink } from "#app/slices/provider/link-through-provider.server.ts";
import { oauthCookie, readProviderVisit } from "#app/slices/provider/oauth-cookie.server.ts";
import { offeredProviders } from "#app/slices/provider/offered-providers.ts";
import { ProfileError } from "#app/slices/provider/provider-visit.server.ts";
import { signInThroughProvider } from "#app/slices/provider/sign-in-through-provider.server.ts";
import type { Route } from "./+types/provider-callback.ts";

// After a visit to sign in, this page is for visitors; after a visit to link an account, for signed-in users.
export const middleware = [
  requireVisitorUnless(async ({ request, context, url, params }) => {
    const visit = await readProviderVisit(request, context.get(settingsContext), url, params.provider);
    return Boolean(visit?.linkTo);
  }),
];

/**
 * The provider redirects here, with a code that identifies the user, or with an error. All visits come back to the same
 * URL, because some providers accept only one. The visit's cookie says whether it was to sign in or to link an account.
 */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const settings = context.get(settingsContext);
  const provider = offeredProviders(settings).find(({ name }) => name === params.provider);
  if (!provider) throw refusalResponse(context, "PROVIDER_NOT_FOUND");
  // Without a state, the strategy would start again and redirect to the provider.
  const state = url.searchParams.get("state");
  if (!state) return failed("unknown_error");
  const visit = await readProviderVisit(request, settings, url, provider.name);
  if (visit?.linkTo) return finishLink({ request, url, context, provider }, visit);
  const attempt = await signInThroughProvider(context, request, provider, visit).catch((error: unknown) =>
    failedVisit(context, error),
  );
  if (attempt instanceof Response) return attempt;
  switch (attempt.outcome) {
    case "signed-in": {
      const spent = await oauthCookie(settings, url, state).serialize("", { maxAge: 0 });
      const returnTo = visit?.returnTo ?? null;
      return signInResponse(context, request, attempt.signedIn, { returnTo, cookie: spent });
    }
    case "email-not-verified":
      noteRefusal(context, "EMAIL_NOT_VERIFIED");
      return failed("unknown_error", "EMAIL_NOT_VERIFIED");
    case "already-linked":
      noteRefusal(context, "SOCIAL_ACCOUNT_ALREADY_LINKED", { email: attempt.email });
      return failed("unknown_error", "SOCIAL_ACCOUNT_ALREADY_LINKED");
    default:
      return refuseSignIn(context, attempt);
  }
}

/** The response to a visitor whom the provider did not identify, or whose sign-in failed. The reason is logged. */
function failedVisit(context: Readonly<RouterContextProvider>, error: unknown): Response {
  if (error instanceof OAuth2RequestError && error.code === "access_denied") return failed("access_denied");
  logError("provider sign-in failed", error, context.get(requestIdContext));
  if (!(error instanceof ProfileError)) return failed("unknown_error");
  noteRefusal(context, "FAILED_TO_GET_USER_INFO");
  return failed("unknown_error", "FAILED_TO_GET_USER_INFO");
}

/** Redirects to the page that explains the error (./error). */
function failed(error: "access_denied" | "signup_disabled" | "unknown_error", code?: string) {
  return redirect(`${href("/login/error")}?${new URLSearchParams({ error, ...(code && { code }) })}`);
}

export default function ProviderCallback({ loaderData }: Route.ComponentProps) {
  return (
    <EntryLayout>
      <BannedNotice {...loaderData.ban} />
    </EntryLayout>
  );
}

export function ErrorBoundary() {
  return (
    <EntryLayout>
      <ErrorPage />
    </EntryLayout>
  );
}
