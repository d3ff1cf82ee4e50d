import type { TFunction } from "i18next";
import { i18nContext } from "#app/context.ts";
import type { CodePurpose } from "#app/db/schema.ts";
import { ERROR_CODES, type ErrorCode } from "#app/error-codes.ts";
import { type ParsedForm, rejectForm } from "#app/forms/form.server.ts";
import { noteRefusal } from "#app/http/refusal.server.ts";
import type { UnprovenAddress } from "./check-login-code.server.ts";
import type { LoginCodeRefusal } from "./login-budget.server.ts";
import type { ProofOfAddress } from "./login-challenge.ts";
import type { SendLoginCodeResult } from "./send-login-code.server.ts";

/** The response to a form if no code was sent: the reason as a message, a status and Retry-After. */
export function rejectUnsentCode(
  form: ParsedForm<unknown>,
  { email, purpose }: Pick<ProofOfAddress, "email" | "purpose">,
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
  return rejectForm(form, { message: describeRefusal(t, purpose, result), status: 429, headers });
}

function describeRefusal(
  t: TFunction,
  purpose: CodePurpose,
  { reason, retryAfterSeconds }: LoginCodeRefusal,
): string {
  switch (reason) {
    case "too-soon":
      return t("auth:errors.tooSoon", { count: retryAfterSeconds });
    case "too-many-codes": {
      const count = Math.ceil(retryAfterSeconds / 60);
      return purpose === "sign-in"
        ? t("auth:errors.tooManyMails", { count })
        : t("auth:errors.tooManyCodes", { count });
    }
    case "too-many-failures":
      return describeFailures(t, purpose);
    case "too-many-from-network":
      return t("auth:errors.tooManyFromNetwork");
    default:
      return reason satisfies never;
  }
}

/** The error code for each rejected code. */
const REFUSALS: Record<UnprovenAddress["outcome"], ErrorCode> = {
  wrong: "INVALID_OTP",
  expired: "OTP_EXPIRED",
  "too-many-attempts": "LIMIT_REACHED",
  "too-many-failures": "LIMIT_REACHED",
};

/** The response to a form with a code that was rejected: the reason beside its field `code`. */
export function rejectCode(
  form: ParsedForm<unknown>,
  { email, purpose }: Pick<ProofOfAddress, "email" | "purpose">,
  attempt: UnprovenAddress,
) {
  const { context } = form;
  const code = REFUSALS[attempt.outcome];
  noteRefusal(context, code, email);
  const message = describeRejection(context.get(i18nContext).t, purpose, attempt);
  const headers: HeadersInit =
    attempt.outcome === "too-many-failures" ? { "Retry-After": String(attempt.retryAfterSeconds) } : {};
  return rejectForm(form, { field: "code", message, status: ERROR_CODES[code], headers });
}

function describeRejection(t: TFunction, purpose: CodePurpose, attempt: UnprovenAddress): string {
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
      return describeFailures(t, purpose);
    default:
      return attempt satisfies never;
  }
}

/** A mail that signs in has a link, which works in spite of wrong codes. */
const describeFailures = (t: TFunction, purpose: CodePurpose) =>
  purpose === "sign-in" ? t("auth:errors.tooManyFailures") : t("auth:errors.tooManyFailuresHere");
