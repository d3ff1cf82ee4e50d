import { data, href, type RouterContextProvider, redirect } from "react-router";
import { noteRefusal } from "#app/http/refusal.server.ts";
import { timeInWords } from "#app/i18n/time-in-words.server.ts";
import type { LoginAttempt } from "./sign-in-with-mail.server.ts";

/**
 * The response to someone who has proven an address and may not sign in: they have no account, which may be as its address is reserved, or are banned. Only they
 * may see the reason of a ban, so it must not be in a URL.
 */
export function refuseSignIn(
  context: Readonly<RouterContextProvider>,
  attempt: Extract<LoginAttempt, { outcome: "no-account" | "reserved" | "banned" }>,
) {
  if (attempt.outcome === "no-account") {
    noteRefusal(context, "SIGNUP_DISABLED", { email: attempt.email });
    return redirect(`${href("/login/error")}?error=signup_disabled`);
  }
  if (attempt.outcome === "reserved") {
    noteRefusal(context, "ADDRESS_RESERVED", { email: attempt.email });
    return redirect(`${href("/login/error")}?error=signup_disabled&code=ADDRESS_RESERVED`);
  }
  noteRefusal(context, "BANNED_USER", { email: attempt.email });
  const until = attempt.until === null ? null : timeInWords(context)(attempt.until);
  return data({ ban: { reason: attempt.reason, until } }, { status: 403 });
}
