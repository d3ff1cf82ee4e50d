import { redirect } from "react-router";
import type { Viewer } from "#app/context.ts";
import { settingsContext } from "#app/context.ts";
import { SESSION_ENDED } from "#app/core/db/written.ts";
import { type ParsedForm, rejectForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { rememberDevice } from "#app/identity/device/device-cookie.server.ts";
import {
  loginChallengeCookie,
  requestedChallenge,
} from "#app/identity/login-code/login-challenge-cookie.server.ts";
import { rejectCode, rejectUnsentCode } from "#app/identity/login-code/login-code-messages.server.ts";
import { loginTry } from "#app/identity/login-code/login-try.server.ts";
import { isLoginCodeOpen, sendLoginCode } from "#app/identity/login-code/send-login-code.server.ts";
import { newEmailOf } from "./account.server.ts";
import { changeEmail, type EmailChange, planEmailChange, proofsOf } from "./change-email.server.ts";

/** A form posted to the account page by someone who may change the account. */
interface AccountForm {
  request: Request;
  url: URL;
  viewer: Viewer;
  form: ParsedForm<unknown>;
}

/** Sends a code to the new address and one to the old, and redirects to the dialog that asks for them. */
export async function sendEmailCodes({ request, url, viewer, form }: AccountForm, newEmail: string) {
  const { context } = form;
  if (newEmail === viewer.email) {
    return rejectForm(form, { ok: false, code: "EMAIL_CAN_NOT_BE_UPDATED", field: "email" });
  }
  const confirmPath = `${url.pathname}?${new URLSearchParams({ newEmail })}`;
  const again = newEmailOf(url, viewer) !== null;
  const headers = new Headers();
  let isOldCodeSent = true;
  const { ofNew, ofOld } = proofsOf({ userId: viewer.id, oldEmail: viewer.email, newEmail });
  for (const proof of [ofNew, ofOld]) {
    const result = await sendLoginCode(context, request, proof);
    if (result.outcome === "sent") {
      for (const cookie of result.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
    } else if (result.outcome === "failed" && proof === ofOld) {
      // The code to the old address is not required, because the reader may have lost that mailbox, or the code could
      // not be stored. The dialog also works without it.
      isOldCodeSent = false;
    } else {
      const isTooSoon = result.outcome === "refused" && result.reason === "too-soon";
      // The previous code still works: continue to the dialog.
      const goesOn = isTooSoon && !again && (await isLoginCodeOpen(context, request, proof));
      if (!goesOn) return rejectUnsentCode(form, proof, result, headers);
    }
  }
  if (!isOldCodeSent) {
    return redirectWithMessage(context, confirmPath, "account:changeEmail.oldNotSent", {
      type: "error",
      headers,
    });
  }
  if (!again) return redirect(confirmPath, { headers });
  return redirectWithMessage(context, confirmPath, "proof:resent", { type: "info", headers });
}

/** Changes the email address if both codes are correct, and notifies the old address. */
export async function confirmEmail(
  account: AccountForm,
  { code, oldCode }: { code: string; oldCode: string },
) {
  return tryCodes(account, "account:changeEmail.done", async (change, challengeIds) => {
    const { viewer, form } = account;
    const codes = {
      ofNew: { challengeId: challengeIds.ofNew, code },
      ofOld: { challengeId: challengeIds.ofOld, code: oldCode },
    };
    const { sessionId } = viewer;
    return changeEmail(
      loginTry(form.context),
      { ...change, sessionId },
      codes,
      await currentActor(form.context),
    );
  });
}

/** Plans to change the email address if the code from the new one is correct, and notifies the old address. */
export async function planEmail(account: AccountForm, code: string) {
  return tryCodes(account, "account:changeEmail.planned", async (change, challengeIds) => {
    const { context } = account.form;
    const ofNew = { challengeId: challengeIds.ofNew, code };
    return planEmailChange(loginTry(context), change, ofNew, await currentActor(context));
  });
}

/** Tries the codes with `write`, and responds to the form. */
async function tryCodes(
  { request, url, viewer, form }: AccountForm,
  success: "account:changeEmail.done" | "account:changeEmail.planned",
  write: (
    change: { userId: string; oldEmail: string; newEmail: string },
    challengeIds: { ofNew: string; ofOld: string },
  ) => Promise<EmailChange>,
) {
  const { context } = form;
  const settings = context.get(settingsContext);
  const newEmail = newEmailOf(url, viewer);
  if (!newEmail) return redirect(url.pathname);
  const ofNew = await requestedChallenge(request, settings, url, "change-email");
  const ofOld = await requestedChallenge(request, settings, url, "leave-email");
  if (ofNew?.email !== newEmail) {
    // Otherwise the dialog would not open again, and could not show the message.
    noteRefusal(context, "OTP_EXPIRED", { email: newEmail });
    return redirectWithMessage(context, url.pathname, "refused:codeExpired", { type: "error" });
  }
  const change = { userId: viewer.id, oldEmail: viewer.email, newEmail };
  // Without a challenge for the old address, its code is rejected as expired.
  const challengeIds = { ofNew: ofNew.id, ofOld: ofOld?.id ?? "" };
  const result = await tryWrite(context, "account:changeEmail.failed", () => write(change, challengeIds));
  if ("failed" in result) return rejectForm(form, result);
  if (result.outcome === "session-ended") return redirectWithMessage(context, url.pathname, SESSION_ENDED);
  if (result.outcome === "taken") return rejectForm(form, { ok: false, code: "USER_ALREADY_EXISTS" });
  if (result.outcome === "reserved") return rejectForm(form, { ok: false, code: "ADDRESS_RESERVED" });
  if (result.outcome === "unproven") {
    const field = result.proof.purpose === "leave-email" ? "oldCode" : "code";
    return rejectCode(form, result.proof, result.attempt, field);
  }
  const headers = new Headers();
  for (const purpose of ["change-email", "leave-email"] as const) {
    const cookie = loginChallengeCookie(settings, url, purpose);
    headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
  }
  if (success === "account:changeEmail.done") {
    headers.append("Set-Cookie", await rememberDevice(context, request, { id: viewer.id, email: newEmail }));
  }
  return redirectWithMessage(context, url.pathname, success, { headers });
}
