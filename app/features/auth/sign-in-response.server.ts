import { href, type RouterContextProvider, redirect } from "react-router";
import { pendingSignInCookie } from "#app/features/second-step/pending-sign-in-cookie.server.ts";
import { homeOf } from "#app/permissions.ts";
import type { SignInResult } from "./signed-in.ts";
import { signedInHeaders } from "./signed-in-headers.server.ts";

/**
 * The response to a sign-in, however it was proven: it leads to where the person was going, or to the page that asks
 * for the second step.
 * @param returnTo a path on this site; null for the user's area
 * @param cookie a further Set-Cookie header
 */
export async function signInResponse(
  context: Readonly<RouterContextProvider>,
  request: Request,
  result: SignInResult,
  { returnTo, cookie }: { returnTo: string | null; cookie: string },
): Promise<Response> {
  if ("pendingId" in result) {
    const headers = new Headers({ "Set-Cookie": cookie });
    headers.append("Set-Cookie", await pendingSignInCookie(context).serialize(result.pendingId));
    const search = returnTo ? `?${new URLSearchParams({ redirect: returnTo })}` : "";
    return redirect(href("/login/second-step") + search, { headers });
  }
  const headers = await signedInHeaders(context, request, result);
  headers.append("Set-Cookie", cookie);
  return redirect(returnTo ?? homeOf(result.user.role), { headers });
}
