import { withinTimeLimit } from "#app/core/lib/time-limit.ts";

/**
 * How long the worker may take for anything that a test asks of it, in milliseconds. A busy machine needs seconds. A
 * test that hangs fails after this time with the name of what it waits for, before its own limit
 * (tests/vitest.config.ts), which says only that the test took too long.
 */
const LIMIT = 90_000;

const lateError = (what: string) => new Error(`${what}: no complete answer within ${LIMIT / 1000} s`);

/** Waits for the worker. @param what names the call in the error */
export const inTime = <Result>(what: string, pending: Promise<Result>): Promise<Result> =>
  withinTimeLimit(pending, LIMIT, () => lateError(what));

/** Like fetch(), but the response has to be complete in time, too. */
export function fetchInTime(url: URL, init: RequestInit = {}): Promise<Response> {
  const late = new AbortController();
  const error = lateError(`${init.method ?? "GET"} ${url.pathname}${url.search}`);
  // Nothing says when the test has read the body. If the response is complete by then, this changes nothing.
  setTimeout(() => late.abort(error), LIMIT).unref();
  return fetch(url, { signal: late.signal, ...init });
}
