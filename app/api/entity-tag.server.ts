import type { Context } from "hono";
import type { ShownValues } from "#app/db/written.ts";
import { sha256 } from "#app/lib/bytes.ts";
import type { ApiEnv } from "./env.ts";
import { ApiProblem } from "./problem.server.ts";

/** The ETag of what a read answers with: another one whenever the answer is another. */
export const entityTag = async (answer: object): Promise<string> =>
  `"${(await sha256(JSON.stringify(answer))).slice(0, 22)}"`;

/**
 * Refuses to change what its caller has not seen: If-Match must name the ETag of what is there now, if it is sent. What
 * compresses an answer on its way, as Cloudflare does, makes its ETag weak. It names the same state of the row.
 * @param current what a read would answer with
 * @throws an ApiProblem: 412, with what is there
 */
export async function requireMatch(c: Context<ApiEnv>, current: object): Promise<void> {
  const wanted = c.req.header("If-Match");
  if (wanted === undefined || wanted.trim() === "*") return;
  if (!tagsIn(wanted).includes(await entityTag(current))) throw await hasChanged(current);
}

/** What tells a caller that there is another state than the one that they have seen: 412, with what is there. */
export const hasChanged = async (current: object): Promise<ApiProblem> =>
  new ApiProblem("PRECONDITION_FAILED", { current, headers: { ETag: await entityTag(current) } });

/** Whether If-None-Match of a read names what would be answered: the caller has it already. */
export function hasAlready(c: Context<ApiEnv>, tag: string): boolean {
  return tagsIn(c.req.header("If-None-Match") ?? "").includes(tag);
}

/** The tags that a header lists, whether weak or not. */
const tagsIn = (header: string): string[] => header.split(",").map((one) => one.trim().replace(/^W\//, ""));

/**
 * What a change must find in a row to be made: with If-Match, what was there when it was checked, so that nobody comes in
 * between; otherwise anything.
 */
export const seenBy = (c: Context<ApiEnv>, present: ShownValues): ShownValues | undefined =>
  c.req.header("If-Match") === undefined ? undefined : present;
