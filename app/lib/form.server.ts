import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { i18n } from "i18next";
import { data } from "react-router";
import type { $ZodIssue, $ZodType } from "zod/v4/core";
import { readForm } from "./read-form.server.ts";
import { translateIssue } from "./translate-issue.ts";

/**
 * Reads a posted form and checks it.
 * @param i18n of the request: the messages are in the reader's language
 * @throws what readForm() throws
 */
export async function parseForm<Schema extends $ZodType>(request: Request, schema: Schema, i18n: i18n) {
  const form = await readForm(request);
  try {
    return parseWithZod(form, {
      schema,
      formatError: (issues: $ZodIssue[]) => issues.map((issue) => translateIssue(i18n, issue)),
    });
  } catch (error) {
    // conform's own fields (its intent and state) hold JSON; nobody but an attacker sends other.
    if (error instanceof SyntaxError) throw data(null, { status: 400 });
    throw error;
  }
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
