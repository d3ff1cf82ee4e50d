import type { i18n, ParseKeys } from "i18next";
import type { $ZodIssue } from "zod/v4/core";

/**
 * The message of a validation issue in the reader's language. A schema gives its own messages as translation
 * keys; where it gives none, the message follows from what was expected.
 */
export function translateIssue({ t, exists }: i18n, issue: $ZodIssue): string {
  if (exists(issue.message)) return t(issue.message as ParseKeys);
  switch (issue.code) {
    case "too_big":
      return t("validation:tooLong", { count: Number(issue.maximum) });
    case "too_small":
      return t("validation:tooShort", { count: Number(issue.minimum) });
    default:
      return t("validation:invalid");
  }
}
