import type { Context } from "hono";
import type { FieldValues } from "#app/core/db/written.ts";
import { sha256 } from "#app/core/lib/bytes.ts";
import type { ApiEnv } from "./env.ts";
import { ApiProblem } from "./problem.server.ts";

/** The ETag of the response to a read. A different response has a different tag. */
export const entityTag = async (answer: object): Promise<string> =>
  `"${(await sha256(JSON.stringify(answer))).slice(0, 22)}"`;

/**
 * Refuses to change a row in a state that the caller has not seen. If-Match, if sent, must name the current ETag; a
 * value without any tag matches nothing (RFC 9110, section 13.1.1). If-None-Match must not name it (13.1.2).
 * @param current the response to a read
 * @throws an ApiProblem: 412, with the current state
 */
export async function requireMatch(c: Context<ApiEnv>, current: object): Promise<void> {
  const tag = await entityTag(current);
  const wanted = c.req.header("If-Match");
  const isWanted = wanted === undefined || namesTag(wanted, tag);
  if (!isWanted || hasAlready(c, tag)) throw await hasChanged(current);
}

/** The refusal for a caller who has seen an older state: 412, with the current state. */
export const hasChanged = async (current: object): Promise<ApiProblem> =>
  new ApiProblem("PRECONDITION_FAILED", { current, headers: { ETag: await entityTag(current) } });

/** Responds to a read of one row: 304 without a body if If-None-Match names its current state. */
export async function respondToRead<Answer extends object>(c: Context<ApiEnv>, answer: Answer) {
  const tag = await entityTag(answer);
  if (hasAlready(c, tag)) return c.body(null, 304, { ETag: tag });
  return c.json(answer, 200, { ETag: tag });
}

/** Whether If-None-Match names a state, so that the caller already has it. */
const hasAlready = (c: Context<ApiEnv>, tag: string): boolean =>
  namesTag(c.req.header("If-None-Match") ?? "", tag);

/**
 * Whether a header names a tag, by "*" or in a list. Our tags are strong, but a proxy that compresses the
 * response, as Cloudflare does, makes them weak. A weak tag still names the same state, so it matches, even
 * in If-Match.
 */
function namesTag(header: string, tag: string): boolean {
  if (header.trim() === "*") return true;
  return [...header.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, opaque]) => opaque === tag);
}

/** Whether If-Match names a particular state of the row. "*" names any state. */
export const namesState = (c: Context<ApiEnv>): boolean => (c.req.header("If-Match")?.trim() ?? "*") !== "*";

/**
 * The values that a row must still have for the change to be made. With If-Match, these are the values that
 * were checked, so no other change can come in between. Without If-Match, there are none.
 */
export const seenBy = (c: Context<ApiEnv>, current: FieldValues): FieldValues | undefined =>
  namesState(c) ? current : undefined;
