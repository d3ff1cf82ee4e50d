import type { RouterContextProvider } from "react-router";
import { requestIdContext } from "#app/context.ts";
import type { Failed } from "#app/core/db/written.ts";
import { logError } from "#app/core/lib/log.ts";

/**
 * Runs a write for a form. If it throws, logs the error and lets the form come back with the reader's input instead of
 * an error page.
 * @param failed the message for the reader in that case: a translation key or an error code
 * @throws responses, such as redirects
 */
export async function tryWrite<Result>(
  context: Readonly<RouterContextProvider>,
  failed: Failed["failed"],
  write: () => Promise<Result>,
): Promise<Result | Failed> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    logError(`write failed: ${failed}`, error, context.get(requestIdContext));
    return { ok: false, failed };
  }
}
