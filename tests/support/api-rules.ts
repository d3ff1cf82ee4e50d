import { expect } from "vitest";
import { ApiCaller } from "./api-caller.ts";
import { addAccessToken } from "./api-tokens.ts";
import { someone } from "./someone.ts";
import { textsIn } from "./texts.ts";
import type { TestWorker } from "./worker.ts";

/** A form that a rule between fields refuses, and the same form without the mistake. */
interface Refused {
  /** A form that is accepted. */
  valid: Record<string, string>;
  /** The fields with which the form is refused. */
  refused: Record<string, string>;
  /** The field that has the error. */
  field: string;
  /** The key of the error message. */
  says: string;
}

/**
 * Declares tests that a rule between fields holds for owned rows, whether a form or a program adds or changes them.
 * @param list the page that lists the owner's rows
 */
export async function expectRefused(
  worker: TestWorker,
  list: string,
  { valid, refused, field, says }: Refused,
): Promise<void> {
  const message = textsIn("en")(says as never) as string;
  const { visitor, id } = await someone(worker);
  const added = await visitor.post(`${list}/new`, { ...valid, id: crypto.randomUUID() });
  expect(added.status, "a form that is valid").toBe(302);
  const row = added.headers.get("Location") ?? "";
  for (const form of [`${list}/new`, `${row}/update`]) {
    const answer = await visitor.post(form, { ...valid, ...refused });
    expect(answer.status, form).toBe(400);
    await expect(answer).toShow(message);
  }
  const { text } = await addAccessToken(worker, id, { scopes: ["read", "write"] });
  const program = (await ApiCaller.of(worker)).with(text);
  // JSON has null for a field that is left empty.
  const json = (form: Record<string, string>) =>
    Object.fromEntries(Object.entries(form).map(([name, value]) => [name, value || null]));
  const api = (path: string) => path.replace(/^\/app/, "");
  for (const [method, path, body] of [
    ["POST", api(list), json({ ...valid, ...refused })],
    ["PATCH", api(row), json(refused)],
  ] as const) {
    const answer = await program.call(path, { method, json: body });
    expect(answer.status, method).toBe(422);
    expect(await answer.json()).toMatchObject({ code: "INVALID_FIELDS", errors: [{ field, message }] });
  }
}
