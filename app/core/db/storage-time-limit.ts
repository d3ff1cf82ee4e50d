import { withinTimeLimit } from "#app/core/lib/time-limit.ts";

/** How long D1 and KV may take to answer each call (docs/product.md, Numbers). Milliseconds. */
export const STORAGE_TIME_LIMIT = 5000;

/**
 * Waits for D1 or KV. A write may still happen after the limit, but never only in part, because each statement or batch
 * of D1 is one transaction.
 * @param what the operation, for the log: "select", "put". It must not name an address, a code or a token.
 * @throws {Error} that names the storage and the operation if there is no response in time
 */
export function answerOf<T>(
  storage: "D1" | "KV",
  what: string,
  promise: Promise<T>,
  milliseconds = STORAGE_TIME_LIMIT,
): Promise<T> {
  const late = () => new Error(`${storage} did not answer within ${milliseconds} ms: ${what}`);
  return withinTimeLimit(promise, milliseconds, late);
}
