import { data, href, type RouterContextProvider, redirect } from "react-router";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { timeFormatter } from "#app/core/i18n/time-formatter.server.ts";

/** Why someone who has proven who they are may not sign in. `email`: their address, if that is proven as well. */
type Refused = { email: string | null } & (
  | { outcome: "no-account" }
  /** Another account had the address until recently, and its owner can still take it back. */
  | { outcome: "reserved" }
  | { outcome: "banned"; reason: string | null; until: number | null }
);

/** The response to someone who may not sign in. Only they may see the reason for a ban, so it must not be in a URL. */
export function refuseSignIn(context: Readonly<RouterContextProvider>, refused: Refused) {
  const { outcome, email } = refused;
  if (outcome === "no-account") {
    noteRefusal(context, "USER_EMAIL_NOT_FOUND", { email });
    return redirect(`${href("/login/error")}?error=signup_disabled`);
  }
  if (outcome === "reserved") {
    noteRefusal(context, "ADDRESS_RESERVED", { email });
    return redirect(`${href("/login/error")}?error=signup_disabled&code=ADDRESS_RESERVED`);
  }
  noteRefusal(context, "BANNED_USER", { email });
  const until = refused.until === null ? null : timeFormatter(context)(refused.until);
  return data({ ban: { reason: refused.reason, until } }, { status: 403 });
}
