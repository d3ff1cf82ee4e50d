import type { TFunction } from "i18next";
import type { RouterContextProvider } from "react-router";
import { i18nContext } from "#app/context.ts";
import type { ErrorCode } from "#app/error-codes.ts";
import { type ParsedForm, rejectForm } from "#app/forms/form.server.ts";
import { noteRefusal } from "#app/http/refusal.server.ts";
import type { UnprovenAddress } from "./check-login-code.server.ts";
import type { LoginCodeRefusal } from "./login-budget.server.ts";
import type { SendLoginCodeResult } from "./send-login-code.server.ts";
import type { LoginAttempt } from "./try-login-code.server.ts";

/** The response to a form if no code was sent: the reason as a message, a status and Retry-After. */
export function rejectUnsentCode(
  form: ParsedForm<unknown>,
  email: string,
  result: Exclude<SendLoginCodeResult, { outcome: "sent" }>,
) {
  const { context } = form;
  const { t } = context.get(i18nContext);
  if (result.outcome === "mail-failed") {
    return rejectForm(form, { message: t("auth:errors.mailFailed"), status: 502 });
  }
  // A network's limit is not about an address.
  noteRefusal(context, "LIMIT_REACHED", result.reason === "too-many-from-network" ? null : email);
  const headers = { "Retry-After": String(result.retryAfterSeconds) };
  return rejectForm(form, { message: describeRefusal(t, result), status: 429, headers });
}

function describeRefusal(t: TFunction, { reason, retryAfterSeconds }: LoginCodeRefusal): string {
  switch (reason) {
    case "too-soon":
      return t("auth:errors.tooSoon", { count: retryAfterSeconds });
    case "too-many-codes":
      return t("auth:errors.tooManyCodes", { count: Math.ceil(retryAfterSeconds / 60) });
    case "too-many-failures":
      return t("auth:errors.tooManyFailures");
    case "too-many-from-network":
      return t("auth:errors.tooManyFromNetwork");
    default:
      return reason satisfies never;
  }
}

/** The error code for each failed try of a login code. */
export const REFUSAL_OF_TRY: Record<Exclude<LoginAttempt["outcome"], "signed-in">, ErrorCode> = {
  wrong: "INVALID_OTP",
  expired: "OTP_EXPIRED",
  "too-many-attempts": "LIMIT_REACHED",
  "too-many-failures": "LIMIT_REACHED",
  "no-account": "SIGNUP_DISABLED",
  banned: "BANNED_USER",
};

/** Tells the reader why their code was rejected, and what to do about it. */
export function describeFailedTry(
  context: Readonly<RouterContextProvider>,
  attempt: UnprovenAddress,
): string {
  const { t } = context.get(i18nContext);
  switch (attempt.outcome) {
    case "wrong":
      return attempt.remaining > 0
        ? t("auth:errors.codeWrong", { count: attempt.remaining })
        : t("auth:errors.tooManyAttempts");
    case "expired":
      return t("auth:errors.codeExpired");
    case "too-many-attempts":
      return t("auth:errors.tooManyAttempts");
    case "too-many-failures":
      return t("auth:errors.tooManyFailures");
    default:
      return attempt satisfies never;
  }
}
