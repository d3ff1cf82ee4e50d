import type { RouterContextProvider } from "react-router";
import { i18nContext } from "#app/context.ts";
import { type ParsedForm, rejectForm } from "#app/core/forms/form.server.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { mailboxOf } from "#app/core/lib/mailbox.ts";
import { ERROR_CODES, type ErrorCode } from "#app/error-codes.ts";
import type { UnprovenAddress } from "./check-login-code.server.ts";
import type { ProofOfAddress } from "./login-challenge.ts";
import type { SendLoginCodeResult } from "./send-login-code.server.ts";

type Context = Readonly<RouterContextProvider>;
type UnsentCode = Exclude<SendLoginCodeResult, { outcome: "sent" }>;

/**
 * The response to a form if no code was sent: the reason as a message and a status.
 * @param headers further headers: the cookies of another code that was sent
 */
export function rejectUnsentCode(
  form: ParsedForm<unknown>,
  proof: ProofOfAddress,
  result: UnsentCode,
  headers = new Headers(),
) {
  const message = describeUnsentCode(form.context, proof, result);
  if (result.outcome === "failed") {
    return rejectForm(form, { message, status: result.comesBack ? 400 : 502, headers });
  }
  // A network's limit is not about an address, so the refusal is recorded without one.
  const email = result.reason === "too-many-from-network" ? null : proof.email;
  noteRefusal(form.context, "LIMIT_REACHED", { email, retryAfterSeconds: result.retryAfterSeconds });
  return rejectForm(form, { message, status: ERROR_CODES.LIMIT_REACHED, headers });
}

/** The message for the reader about why no code was sent. */
export function describeUnsentCode(
  context: Context,
  { email, purpose }: ProofOfAddress,
  result: UnsentCode,
): string {
  const { t } = context.get(i18nContext);
  if (result.outcome === "failed") return t(`refused:${result.comesBack ? "mailComesBack" : "mailFailed"}`);
  const { reason, retryAfterSeconds } = result;
  switch (reason) {
    case "too-soon":
      return t("refused:tooSoon", { count: retryAfterSeconds });
    case "too-many-codes": {
      const count = Math.ceil(retryAfterSeconds / 60);
      // Other spellings of a mailbox's address share a limit, so the newest email may belong to another account.
      return purpose === "sign-in" && email === mailboxOf(email)
        ? t("refused:tooManyMails", { count })
        : t("refused:tooManyCodes", { count });
    }
    case "too-many-failures":
      return t("refused:tooManyFailuresHere");
    case "too-many-from-network":
      return t("refused:tooManyFromNetwork");
    default:
      return reason satisfies never;
  }
}

/** The error code for each way a login code is rejected. A captcha has its own codes. */
const REFUSALS: Record<Exclude<UnprovenAddress["outcome"], "captcha">, ErrorCode> = {
  wrong: "INVALID_OTP",
  expired: "OTP_EXPIRED",
  "too-many-attempts": "LIMIT_REACHED",
  "too-many-failures": "LIMIT_REACHED",
  "too-many-from-network": "LIMIT_REACHED",
};

/**
 * The response to a form with a rejected code. The reason appears next to the code's field, or next to `captcha` if
 * that is missing.
 */
export function rejectCode(
  form: ParsedForm<unknown>,
  proof: ProofOfAddress,
  attempt: UnprovenAddress,
  field = "code",
) {
  const message = noteRejectedCode(form.context, proof, attempt);
  if (attempt.outcome === "captcha") {
    return rejectForm(form, { field: "captcha", message, status: ERROR_CODES[attempt.code] });
  }
  return rejectForm(form, { field, message, status: ERROR_CODES[REFUSALS[attempt.outcome]] });
}

/** Records a rejected code. @returns the message for the reader: why it was rejected and what to do */
export function noteRejectedCode(
  context: Context,
  { email, purpose }: ProofOfAddress,
  attempt: UnprovenAddress,
): string {
  const { t } = context.get(i18nContext);
  // Anyone can omit the captcha any number of times, so this refusal is not about an address, and neither is a
  // network's limit.
  if (attempt.outcome === "captcha") return noteRefusal(context, attempt.code);
  const isAboutAddress = attempt.outcome !== "too-many-from-network";
  noteRefusal(context, REFUSALS[attempt.outcome], {
    email: isAboutAddress ? email : null,
    retryAfterSeconds: "retryAfterSeconds" in attempt ? attempt.retryAfterSeconds : undefined,
  });
  switch (attempt.outcome) {
    case "wrong":
      return attempt.remaining > 0
        ? t("refused:codeWrong", { count: attempt.remaining })
        : t("refused:tooManyAttempts");
    case "expired":
      return t("refused:codeExpired");
    case "too-many-attempts":
      return t("refused:tooManyAttempts");
    case "too-many-failures":
      // A sign-in email has a link, which works in spite of wrong codes.
      return purpose === "sign-in" ? t("refused:tooManyFailures") : t("refused:tooManyFailuresHere");
    case "too-many-from-network":
      return t("refused:tooManyTriesFromNetwork");
    default:
      return attempt satisfies never;
  }
}
