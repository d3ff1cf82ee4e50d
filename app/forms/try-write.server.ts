import type { RouterContextProvider } from "react-router";
import { requestIdContext } from "#app/context.ts";
import { logError } from "#app/lib/log.ts";

/**
 * Does a write that a form waits for. Where it fails for a reason that nobody foresaw, the reason is logged and the
 * form can come back with what was typed, rather than make room for an error page.
 *
 * @returns what the write came to, or null where it failed
 */
export async function tryWrite<T>(
  context: Readonly<RouterContextProvider>,
  event: string,
  write: () => Promise<T>,
): Promise<T | null> {
  try {
    return await write();
  } catch (error) {
    logError(event, error, context.get(requestIdContext));
    return null;
  }
}
