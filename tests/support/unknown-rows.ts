import { expect } from "vitest";
import type { gatedStorage } from "./gated-storage.ts";
import { databaseCost } from "./visitor.ts";

// Nobody can distinguish somebody else's row from a missing row, neither by the response nor by the time it
// takes. The tests count the work instead of timing it. For each statement that names the row, D1 may read up
// to three more rows than for a missing row. An index finds the row, and perhaps a row that it refers to,
// before the owner is compared with the session's user. No response of a deployed product shows this, because
// SERVER_TIMING is off there.

type Storage = Pick<ReturnType<typeof gatedStorage>, "sent">;

/**
 * Statements that run after a response, and so may run among the statements of the next request: the log of a
 * refusal, and the last use of a token.
 */
const AFTER_AN_ANSWER = ['update "audit_log" set "count"', 'update "access_tokens" set "last_used_at"'];

/** The parts that differ between any two responses. */
const VARYING = ["content-security-policy", "date", "server-timing", "set-cookie", "x-request-id"];

/** Sends a request. @returns the response and its cost, with "ID" in place of `id` */
async function measured(storage: Storage, id: string, send: () => Promise<Response>) {
  const before = storage.sent.length;
  const response = await send();
  const sent = storage.sent
    .slice(before)
    .filter(([first]) => !AFTER_AN_ANSWER.some((beginning) => first?.query.startsWith(beginning)));
  const [, nonce = "none"] =
    /'nonce-([^']+)'/.exec(response.headers.get("Content-Security-Policy") ?? "") ?? [];
  const requestId = response.headers.get("X-Request-Id") ?? "none";
  const headers = Object.fromEntries(response.headers);
  for (const name of VARYING) delete headers[name];
  const body = (await response.text())
    .replaceAll(id, "ID")
    .replaceAll(nonce, "NONCE")
    .replaceAll(requestId, "REQUEST");
  const { rowsRead, ...cost } = databaseCost(response);
  return {
    rowsRead,
    /** The number of statements that name the row. */
    naming: sent.flat().filter(({ params }) => JSON.stringify(params).includes(id)).length,
    /**
     * The parts that must be equal. The statements are sorted, because simultaneous calls arrive in any
     * order.
     */
    alike: {
      status: response.status,
      headers,
      body,
      cost,
      statements: sent.map((call) => call.map(({ query }) => query)).sort(),
    },
  };
}

/**
 * Expects the same response for a row as for a missing one.
 * @param send sends the same request about any id
 * @param status the status of the response: 404, or another one if the route responds without looking for the row
 */
export async function expectUnknown(
  storage: Storage,
  what: string,
  foreignId: string,
  send: (id: string) => Promise<Response>,
  status = 404,
) {
  const [first, other] = [crypto.randomUUID(), crypto.randomUUID()];
  // The first request does some work only once, so it is sent before the comparison.
  await send(first);
  const unknown = await measured(storage, other, () => send(other));
  const theirs = await measured(storage, foreignId, () => send(foreignId));
  expect(unknown.alike.status, what).toBe(status);
  expect(unknown.naming > 0, what).toBe(status === 404);
  expect(theirs.alike, what).toEqual(unknown.alike);
  expect(theirs.naming, what).toBe(unknown.naming);
  const more = theirs.rowsRead - unknown.rowsRead;
  expect(more, `${what}: the row itself and the session`).toBeLessThanOrEqual(3 * theirs.naming);
  expect(more, what).toBeGreaterThanOrEqual(0);
}
