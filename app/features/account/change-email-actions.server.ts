import { redirect } from "react-router";
import type { Viewer } from "#app/context.ts";
import { settingsContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { heldChallenge, loginChallengeCookie } from "#app/features/auth/login-challenge-cookie.server.ts";
import { rejectCode, rejectUnsentCode } from "#app/features/auth/login-code-messages.server.ts";
import { loginTry } from "#app/features/auth/login-try.server.ts";
import { isLoginCodeOpen, sendLoginCode } from "#app/features/auth/send-login-code.server.ts";
import { mailNotices } from "#app/features/notice/mail-notices.server.ts";
import { type ParsedForm, rejectForm } from "#app/forms/form.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { noteRefusal } from "#app/http/refusal.server.ts";
import { newEmailOf } from "./account.server.ts";
import { changeEmail } from "./change-email.server.ts";

/** A form posted to the account page by someone who may change the account. */
interface AccountForm {
  request: Request;
  url: URL;
  viewer: Viewer;
  form: ParsedForm<unknown>;
}

/** Sends a code to the new address, and redirects to the dialog that asks for it. */
export async function sendEmailCode({ request, url, viewer, form }: AccountForm, email: string) {
  const { context } = form;
  if (email === viewer.email) {
    return rejectForm(form, { ok: false, code: "EMAIL_CAN_NOT_BE_UPDATED", field: "email" });
  }
  const proof = { email, purpose: "change-email", userId: viewer.id } as const;
  const confirmPath = `${url.pathname}?${new URLSearchParams({ newEmail: email })}`;
  const result = await sendLoginCode(context, request, proof);
  const again = newEmailOf(url, viewer) !== null;
  if (result.outcome === "sent") {
    const { headers } = result;
    if (!again) return redirect(confirmPath, { headers });
    return redirectWithMessage(context, confirmPath, "auth:verify.resent", { type: "info", headers });
  }
  if (result.outcome === "refused" && result.reason === "too-soon" && !again) {
    // The previous code still works: go on to enter it.
    if (await isLoginCodeOpen(context, request, proof)) return redirect(confirmPath);
  }
  return rejectUnsentCode(form, proof, result);
}

/** Changes the email address if the code is correct, and notifies the old address. */
export async function confirmEmail({ request, url, viewer, form }: AccountForm, code: string) {
  const { context } = form;
  const settings = context.get(settingsContext);
  const email = newEmailOf(url, viewer);
  if (!email) return redirect(url.pathname);
  const cookie = loginChallengeCookie(settings, url, "change-email");
  const held = await heldChallenge(request, settings, url, "change-email");
  if (held?.email !== email) {
    // The page would not show the question again, and so not the message.
    noteRefusal(context, "OTP_EXPIRED", email);
    return redirectWithMessage(context, url.pathname, "auth:errors.codeExpired", { type: "error" });
  }
  const actor = await currentActor(context);
  const change = await tryWrite(context, "account:changeEmail.failed", () =>
    changeEmail(loginTry(context), { userId: viewer.id, email, challengeId: held.id, code }, actor),
  );
  if ("failed" in change) return rejectForm(form, change);
  if (change.outcome === "taken") return rejectForm(form, { ok: false, code: "USER_ALREADY_EXISTS" });
  if (change.outcome !== "changed") {
    return rejectCode(form, { email, purpose: "change-email", userId: viewer.id }, change);
  }
  mailNotices(context, viewer.id);
  return redirectWithMessage(context, url.pathname, "account:changeEmail.done", {
    headers: new Headers({ "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) }),
  });
}
