import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, type RouterContextProvider } from "react-router";
import type { $ZodIssue, $ZodType, output } from "zod/v4/core";
import { i18nContext, settingsContext } from "#app/context.ts";
import { type Failed, isErrorCode, type Refused } from "#app/core/db/written.ts";
import { mayWrite, requireMayWrite } from "#app/core/http/rate-limit.server.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { ERROR_CODES } from "#app/error-codes.ts";
import { issueMessages, messageOf } from "./issue-messages.ts";
import { readForm } from "./read-form.server.ts";
import type { FormResult } from "./use-form-result.ts";

type Context = Readonly<RouterContextProvider>;

/** A posted form, parsed and validated. */
export type ParsedForm<Value> = { context: Context; submission: Submission<unknown> } & (
  | { ok: true; value: Value }
  /** `limited`: the sender has made too many writes. The form itself may be valid. */
  | { ok: false; limited?: Refused }
);

/**
 * Parses a posted form and validates it against a schema. Messages are in the reader's language. Each form
 * counts as a write by its sender. Beyond the write limit, the result is not ok.
 * @throws what readForm() throws, and 400 for a nested field name
 */
export async function parseForm<Schema extends $ZodType>(
  request: Request,
  context: Context,
  schema: Schema,
): Promise<ParsedForm<output<Schema>>> {
  const i18n = context.get(i18nContext);
  const form = await readForm(request);
  refuseNestedNames(form, context);
  const submission = parseWithZod(form, {
    schema,
    error: issueMessages(i18n),
    formatError: (issues: $ZodIssue[]) => issues.map(({ message }) => messageOf(i18n, message)),
  });
  // Check this only after reading the form, so that a refused form comes back with the reader's input.
  if (!(await mayWrite(context))) {
    return { ok: false, limited: { ok: false, code: "LIMIT_REACHED" }, context, submission };
  }
  return submission.status === "success"
    ? { ok: true, value: submission.value, context, submission }
    : { ok: false, context, submission };
}

/**
 * Our field names are flat. conform builds nested values from names such as "a[9].b": "a[100000000]" makes it allocate
 * an array that exhausts memory. It also acts on some reserved field names.
 * @throws 400; on a developer's machine it also logs the field's name
 */
function refuseNestedNames(form: FormData, context: Context): void {
  const nested = [...form.keys()].find((name) => !/^[a-z]\w{0,63}$/i.test(name));
  if (nested === undefined) return;
  if (import.meta.env.DEV || context.get(settingsContext).LOCAL) {
    console.error(
      `The form field "${nested}" has a nested name. Give it a flat one: letters, digits and "_".`,
    );
  }
  throw data(null, { status: 400 });
}

/** A refusal that does not come from the form's schema. */
interface Objection {
  /** One or more lines. */
  message: string | string[];
  /** The field next to which the message appears. Without a field, the message is above the form. */
  field?: string;
  /** Defaults to 400. */
  status?: number;
  headers?: HeadersInit;
}

/**
 * Answers a refused form with the reader's input and a message next to the offending field or above the form.
 * @param given the result of a write, or a message; omit it to report the schema's errors or an exceeded write limit
 * @throws a 404 response if the row that the form is about no longer exists
 */
export function rejectForm(form: ParsedForm<unknown>, given?: Refused | Failed | Objection) {
  const { submission, context } = form;
  const reason = given ?? ("limited" in form ? form.limited : undefined);
  if (!reason) return data<FormResult>(submission.reply(), { status: 400 });
  const { message, field, status = 400, headers } = objectionOf(reason, context);
  const errors = [message].flat();
  const reply = field ? { fieldErrors: { [field]: errors } } : { formErrors: errors };
  const current = "current" in reason ? reason.current : undefined;
  const result: FormResult = { ...submission.reply(reply), ...(current && { current }) };
  return data(result, { status, ...(headers && { headers }) });
}

/**
 * The response to throw for an invalid form that the reader can't correct: either our own page or an attacker made it.
 * @returns a 400 response
 * @throws a 429 response if its sender has made too many writes
 */
export async function invalidForm({ context }: ParsedForm<unknown>) {
  await requireMayWrite(context);
  return data(null, { status: 400 });
}

/**
 * The response to a button that only fills in its form. The form comes back with the reader's input and these values.
 */
export const fillIn = ({ submission }: ParsedForm<unknown>, values: Record<string, string>): FormResult => ({
  initialValue: { ...submission.reply().initialValue, ...values },
});

function objectionOf(reason: Refused | Failed | Objection, context: Context): Objection {
  if ("message" in reason) return reason;
  if ("failed" in reason) {
    const { failed } = reason;
    const message = isErrorCode(failed) ? noteRefusal(context, failed) : context.get(i18nContext).t(failed);
    return { message, status: 500 };
  }
  const { code, field } = reason;
  if (code === null) throw data(null, { status: 404 });
  return { message: noteRefusal(context, code), status: ERROR_CODES[code], ...(field && { field }) };
}
