import type { Context } from "hono";
import type { ShownValues } from "#app/core/db/written.ts";
import { sha256 } from "#app/core/lib/bytes.ts";
import type { ApiEnv } from "./env.ts";
import { ApiProblem } from "./problem.server.ts";

/** The ETag of what a read answers with: another one whenever the answer is another. */
export const entityTag = async (answer: object): Promise<string> =>
  `"${(await sha256(JSON.stringify(answer))).slice(0, 22)}"`;

/**
 * Refuses to change what its caller has not seen. If-Match, if it is sent, must name the ETag of what is there now; one
 * that names no tag at all names none of these (RFC 9110, section 13.1.1). If-None-Match must not name it (13.1.2).
 * @param current what a read would answer with
 * @throws an ApiProblem: 412, with what is there
 */
export async function requireMatch(c: Context<ApiEnv>, current: object): Promise<void> {
  const tag = await entityTag(current);
  const wanted = c.req.header("If-Match");
  const isWanted = wanted === undefined || namesTag(wanted, tag);
  if (!isWanted || hasAlready(c, tag)) throw await hasChanged(current);
}

/** What tells a caller that there is another state than the one that they have seen: 412, with what is there. */
export const hasChanged = async (current: object): Promise<ApiProblem> =>
  new ApiProblem("PRECONDITION_FAILED", { current, headers: { ETag: await entityTag(current) } });

/** Answers a read of one row: 304 without a body if If-None-Match says that the caller has this state. */
export async function answerRead<Answer extends object>(c: Context<ApiEnv>, answer: Answer) {
  const tag = await entityTag(answer);
  if (hasAlready(c, tag)) return c.body(null, 304, { ETag: tag });
  return c.json(answer, 200, { ETag: tag });
}

/** Whether If-None-Match names a state: the caller has it already. */
const hasAlready = (c: Context<ApiEnv>, tag: string): boolean =>
  namesTag(c.req.header("If-None-Match") ?? "", tag);

/**
 * Whether a header names a tag: by "*", or in a list. Weak tags count, in If-Match, too: the tags made here are strong, and
 * what compresses an answer on its way, as Cloudflare does, makes them weak. They still name the same state of the row.
 */
function namesTag(header: string, tag: string): boolean {
  if (header.trim() === "*") return true;
  return [...header.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, opaque]) => opaque === tag);
}

/** Whether the caller has said which state of the row they change. With "*" it is any. */
export const namesState = (c: Context<ApiEnv>): boolean => (c.req.header("If-Match")?.trim() ?? "*") !== "*";

/**
 * What a change must find in a row to be made: with If-Match, what was there when it was checked, so that nobody comes in
 * between; otherwise anything.
 */
export const seenBy = (c: Context<ApiEnv>, present: ShownValues): ShownValues | undefined =>
  namesState(c) ? present : undefined;
