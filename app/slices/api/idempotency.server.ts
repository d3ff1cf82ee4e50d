import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { Context, MiddlewareHandler } from "hono";
import { dbContext, platformContext, tenantKeyContext, viewerContext } from "#app/context.ts";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import { sha256 } from "#app/core/lib/bytes.ts";
import { DAY, MINUTE } from "#app/core/lib/durations.ts";
import type { ApiEnv } from "./env.ts";
import { idempotencyKeys } from "./idempotency-keys.table.ts";
import { ApiProblem } from "./problem.server.ts";

const HEADER = "Idempotency-Key";
const MAX_KEY_LENGTH = 255;
/** How long a response is kept, in milliseconds. */
const KEPT_FOR = DAY;
/**
 * A request without a response may be sent again after this many milliseconds, because its worker has ended by then.
 */
const GIVEN_UP_AFTER = MINUTE;
/** The headers that are stored with a response. */
const KEPT_HEADERS = ["Content-Type", "ETag", "Location"];

/**
 * Makes a POST safe to repeat. For a day, the same token with the same Idempotency-Key and body gets the first response
 * again, and the request has its effect only once. A request that was refused or failed has changed nothing, so its
 * response is not stored.
 * @throws an ApiProblem: 422 if another request had the same key, 409 while the first request is running
 */
export const idempotent: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const id = await keyOf(c);
  if (id === null) return next();
  const db = c.env.context.get(dbContext);
  const { now } = c.env.context.get(platformContext);
  const { pathname } = new URL(c.req.url);
  const requestHash = await sha256([c.req.method, pathname, await c.req.text()].join("\n"));
  const key = eq(idempotencyKeys.id, id);
  const unanswered = isNull(idempotencyKeys.status);
  const isOver = or(
    lte(idempotencyKeys.createdAt, now - KEPT_FOR),
    and(unanswered, lte(idempotencyKeys.createdAt, now - GIVEN_UP_AFTER)),
  );
  const { userId } = await callerOf(c);
  const {
    claimed,
    stored: [first],
  } = await runBatch(db, {
    over: db.delete(idempotencyKeys).where(and(key, isOver)),
    claimed: db
      .insert(idempotencyKeys)
      .values({ id, userId, requestHash, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: idempotencyKeys.id }),
    stored: db.select().from(idempotencyKeys).where(key),
  });
  if (claimed.length === 0) {
    if (first?.requestHash !== requestHash) throw new ApiProblem("IDEMPOTENCY_KEY_REUSED");
    const { status, body, headers } = first;
    if (status === null) throw new ApiProblem("IDEMPOTENCY_KEY_IN_USE", { headers: { "Retry-After": "1" } });
    return new Response(body, { status, headers: { ...headers, "Idempotency-Replayed": "true" } });
  }
  try {
    await next();
  } catch (error) {
    await db.delete(idempotencyKeys).where(and(key, unanswered));
    throw error;
  }
  const response = c.res.clone();
  const headers = Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  await db
    .update(idempotencyKeys)
    .set({ status: response.status, headers, body: await response.text() })
    .where(key);
};

/**
 * The id of the row that a request creates. It is derived from the key, so a repeated request names the same row, even
 * if the first worker ended before it could respond.
 */
export async function newIdFor(c: Context<ApiEnv>): Promise<string> {
  const key = await keyOf(c);
  if (key === null) return crypto.randomUUID();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  // A UUID of version 8, whose bits are free (RFC 9562, section 5.8).
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

/** The id under which the response to a token's Idempotency-Key is stored; null without the header. */
async function keyOf(c: Context<ApiEnv>): Promise<string | null> {
  const key = c.req.header(HEADER);
  if (key === undefined) return null;
  if (key.length === 0 || key.length > MAX_KEY_LENGTH) throw new ApiProblem("INVALID_REQUEST");
  const { tokenId } = await callerOf(c);
  return sha256(`${tokenId}\n${key}`);
}

/**
 * The id of the caller's token or key. `userId`: the stored response is deleted together with this user's
 * account; null for a key.
 */
async function callerOf(c: Context<ApiEnv>): Promise<{ tokenId: string | undefined; userId: string | null }> {
  const tenantKey = c.env.context.get(tenantKeyContext);
  if (tenantKey) return { tokenId: tenantKey.id, userId: null };
  const { id, token } = await c.env.context.get(viewerContext);
  return { tokenId: token?.id, userId: id };
}

/** Deletes the responses that are too old to be repeated. @returns how many */
export const purgeIdempotencyKeys = (db: Database, now: number): Promise<number> =>
  deleteRows(db, idempotencyKeys, lte(idempotencyKeys.createdAt, now - KEPT_FOR));
