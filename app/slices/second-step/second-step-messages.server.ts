import type { RouterContextProvider } from "react-router";
import { i18nContext } from "#app/context.ts";
import { type ParsedForm, rejectForm } from "#app/core/forms/form.server.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { ERROR_CODES, type ErrorCode } from "#app/error-codes.ts";
import type { RejectedStep } from "./check-second-step.server.ts";

/** The error code for each rejected code. No captcha is needed here. */
const REFUSALS: Record<RejectedStep["outcome"], ErrorCode> = {
  wrong: "INVALID_OTP",
  "wrong-recovery-code": "INVALID_OTP",
  used: "INVALID_OTP",
  expired: "OTP_EXPIRED",
  captcha: "VERIFICATION_FAILED",
  "too-many-attempts": "LIMIT_REACHED",
  "too-many-failures": "LIMIT_REACHED",
  "too-many-from-network": "LIMIT_REACHED",
};

/** The response to a form with a rejected code: the error at its field, with the typed values. */
export function rejectStep(form: ParsedForm<unknown>, email: string, rejected: RejectedStep) {
  const message = describeRejectedStep(form.context, email, rejected);
  return rejectForm(form, { field: "code", message, status: ERROR_CODES[REFUSALS[rejected.outcome]] });
}

/** Logs that a code was rejected. @returns the message for the reader: why, and what to do */
export function describeRejectedStep(
  context: Readonly<RouterContextProvider>,
  email: string,
  rejected: RejectedStep,
): string {
  noteRefusal(context, REFUSALS[rejected.outcome], {
    email: rejected.outcome === "too-many-from-network" ? null : email,
    retryAfterSeconds: "retryAfterSeconds" in rejected ? rejected.retryAfterSeconds : undefined,
  });
  const { t } = context.get(i18nContext);
  switch (rejected.outcome) {
    case "wrong":
      return rejected.remaining > 0
        ? t("refused:codeWrong", { count: rejected.remaining })
        : t("factor:errors.tooManyAttempts");
    case "wrong-recovery-code":
      return t("factor:errors.wrongRecoveryCode");
    case "used":
      return t("factor:errors.used");
    case "expired":
      return t("factor:errors.expired");
    case "too-many-attempts":
      return t("factor:errors.tooManyAttempts");
    case "too-many-failures":
      return t("factor:errors.tooManyFailures");
    case "too-many-from-network":
    case "captcha":
      return t("refused:tooManyTriesFromNetwork");
    default:
      return rejected satisfies never;
  }
}
