import type { i18n } from "i18next";
import type { z } from "zod";
import { issueMessages, messageOf } from "#app/core/forms/issue-messages.ts";
import type { FieldProblem } from "./problem.server.ts";

/**
 * The errors of each field in the caller's language, with the same messages as the forms.
 * @param sent the validated value; an issue of Zod does not contain it
 */
export function fieldProblems(i18n: i18n, issues: z.core.$ZodIssue[], sent: unknown): FieldProblem[] {
  const inWords = issueMessages(i18n);
  return issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((field) => ({ field, message: i18n.t("validation:unknownField") }));
    }
    const field = issue.path.join(".");
    if (i18n.exists(issue.message)) return { field, message: messageOf(i18n, issue.message) };
    const message = inWords({ ...issue, input: valueAt(sent, issue.path) } as z.core.$ZodRawIssue);
    return { field, message: typeof message === "string" ? message : i18n.t("validation:invalid") };
  });
}

const valueAt = (value: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown> | undefined)?.[key], value);
