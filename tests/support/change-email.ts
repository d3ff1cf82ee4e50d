import { lastCode, type Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

/**
 * Asks for the codes that change the address of a signed-in visitor, on their account page.
 * @returns the path to which the form with the codes is sent, and the form
 */
export async function askToChangeEmail(worker: TestWorker, visitor: Visitor, from: string, to: string) {
  const account = "/app/account";
  const path = `${account}?${new URLSearchParams({ newEmail: to })}`;
  const { status, headers } = await visitor.post(`${account}?state=change-email`, {
    intent: "change-email",
    email: to,
  });
  if (headers.get("Location") !== path) throw new Error(`Asking to change the address: ${status}`);
  const form = {
    intent: "confirm-email",
    code: await lastCode(worker, to),
    oldCode: await lastCode(worker, from),
  };
  return { path, form };
}
