import { type RouterContextProvider, redirect } from "react-router";
import { homeOf } from "#app/permissions.ts";
import { signInStep } from "./sign-in-step.server.ts";
import type { SignInResult } from "./signed-in.ts";
import { signedInHeaders } from "./signed-in-headers.server.ts";

/**
 * The response to a successful sign-in of any kind: a redirect to the page that the user wanted, or to the page of a
 * further step.
 * @param returnTo a path on this site; null for the user's area
 * @param cookie a further Set-Cookie header
 */
export async function signInResponse(
  context: Readonly<RouterContextProvider>,
  request: Request,
  result: SignInResult,
  { returnTo, cookie }: { returnTo: string | null; cookie?: string },
): Promise<Response> {
  const step = signInStep();
  if ("pendingId" in result && step) {
    const headers = new Headers();
    if (cookie !== undefined) headers.append("Set-Cookie", cookie);
    const { to, cookie: pending } = await step.lead(context, result.pendingId, returnTo);
    headers.append("Set-Cookie", pending);
    return redirect(to, { headers });
  }
  if ("pendingId" in result) throw new Error("No slice takes the further step of this sign-in");
  const headers = await signedInHeaders(context, request, result);
  if (cookie !== undefined) headers.append("Set-Cookie", cookie);
  return redirect(returnTo ?? homeOf(result.user.role), { headers });
}
