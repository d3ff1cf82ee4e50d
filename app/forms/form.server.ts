import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { i18n, ParseKeys } from "i18next";
import { data, type RouterContextProvider } from "react-router";
import type { $ZodIssue, $ZodType } from "zod/v4/core";
import { ERROR_CODES, type ErrorCode } from "#app/error-codes.ts";
import { noteRefusal } from "#app/http/refusal.server.ts";
import { issueMessages } from "./issue-messages.ts";
import { readForm } from "./read-form.server.ts";

/**
 * Reads a posted form and checks it.
 * @param i18n of the request: the messages are in the reader's language
 * @throws what readForm() throws
 */
export async function parseForm<Schema extends $ZodType>(request: Request, schema: Schema, i18n: i18n) {
  return parseWithZod(withPlainNames(await readForm(request)), {
    schema,
    error: issueMessages(i18n),
    // A schema's own messages are keys.
    formatError: (issues: $ZodIssue[]) =>
      issues.map(({ message }) => (i18n.exists(message) ? i18n.t(message as ParseKeys) : message)),
  });
}

/**
 * A form without fields that our forms never have. conform makes nested values of names such as "a[9].b" (and of
 * "a[100000000]" an array that no memory holds), and obeys fields of its own, which it trusts to be well formed.
 */
function withPlainNames(form: FormData): FormData {
  const plain = new FormData();
  for (const [name, value] of form) {
    if (/^[a-z]\w{0,63}$/i.test(name)) plain.append(name, value);
  }
  return plain;
}

/** What a refused form says: messages for the whole form, or for its fields. */
type Reply = Parameters<Submission<unknown>["reply"]>[0];

/** Answers a form that was refused: what was typed comes back, with the messages. */
export function refuseForm(
  submission: Submission<unknown>,
  reply?: Reply,
  init: ResponseInit = { status: 400 },
) {
  return data(submission.reply(reply), init);
}

/**
 * Answers a form that a rule refused: its message stands by the field at fault, or above the form.
 * @param code null: what the form is about is gone
 * @param fields by code
 * @throws a 404 response where it is gone
 */
export function refuseByRule(
  context: Readonly<RouterContextProvider>,
  submission: Submission<unknown>,
  code: ErrorCode | null,
  fields: Partial<Record<ErrorCode, string>> = {},
) {
  if (code === null) throw data(null, { status: 404 });
  const message = noteRefusal(context, code);
  const field = fields[code];
  const reply = field ? { fieldErrors: { [field]: [message] } } : { formErrors: [message] };
  return refuseForm(submission, reply, { status: ERROR_CODES[code] });
}
