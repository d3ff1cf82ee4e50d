import { data, type RouterContextProvider } from "react-router";
import { i18nContext } from "#app/context.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { timeFormatter } from "#app/core/i18n/time-formatter.server.ts";
import { ERROR_CODES, type ErrorCode } from "#app/error-codes.ts";
import type { PasskeyAttempt } from "./sign-in-with-passkey.server.ts";

type Context = Readonly<RouterContextProvider>;
type Refused = Exclude<PasskeyAttempt, { outcome: "signed-in" }>;

/** The response to a rejected passkey, with the reason in the reader's language. Logs the refusal. */
export function rejectPasskey(context: Context, attempt: Refused) {
  const { code, retryAfterSeconds } = refusalOf(attempt);
  const email = "email" in attempt ? attempt.email : null;
  const message = noteRefusal(context, code, { email, retryAfterSeconds });
  return data({ error: inWords(context, attempt) ?? message }, { status: ERROR_CODES[code] });
}

/** The error code of a refusal, and how long to wait. */
export const refusalOf = (attempt: Refused) => ({
  code: codeOf(attempt),
  retryAfterSeconds: "retryAfterSeconds" in attempt ? attempt.retryAfterSeconds : undefined,
});

function codeOf(attempt: Refused): ErrorCode {
  switch (attempt.outcome) {
    case "too-many-from-network":
      return "LIMIT_REACHED";
    case "captcha":
      return attempt.code;
    case "expired":
      return "PASSKEY_EXPIRED";
    case "unknown":
      return "PASSKEY_NOT_FOUND";
    case "invalid":
      return "INVALID_PASSKEY";
    case "copied":
      return "PASSKEY_COPIED";
    case "banned":
      return "BANNED_USER";
    default:
      return attempt satisfies never;
  }
}

/**
 * A message that replaces the message of the error code. A banned user has proven who they are, so they may see the
 * reason.
 */
function inWords(context: Context, attempt: Refused): string | null {
  const { t } = context.get(i18nContext);
  if (attempt.outcome === "too-many-from-network") return t("refused:tooManyTriesFromNetwork");
  if (attempt.outcome !== "banned") return null;
  const { reason, until } = attempt;
  return [
    t("auth:banned.title"),
    ...(reason ? [t("auth:banned.because", { reason })] : []),
    ...(until === null ? [] : [t("auth:banned.until", { time: timeFormatter(context)(until) })]),
    t("auth:banned.help"),
  ].join("\n");
}
