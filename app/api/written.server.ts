import type { Context } from "hono";
import { i18nContext } from "#app/context.ts";
import type { Written } from "#app/db/written.ts";
import type { ErrorCode } from "#app/error-codes.ts";
import type { ApiEnv } from "./env.ts";
import { ApiProblem } from "./problem.server.ts";

/**
 * The id of a row that was written.
 * @param missing the code if the row is gone
 * @throws an ApiProblem if a rule refused the write: 404, 409, or what the rule's code says; 412 if the row was changed by
 *   somebody else after If-Match was checked
 */
export function requireWritten(
  c: Context<ApiEnv>,
  written: Written | { ok: false; code: ErrorCode },
  missing: ErrorCode = "NOT_FOUND",
): string {
  if (written.ok) return written.id;
  if (written.code === null || written.code === "ROW_DELETED") throw new ApiProblem(missing);
  if (written.code === "ROW_CHANGED" && c.req.header("If-Match") !== undefined) {
    throw new ApiProblem("PRECONDITION_FAILED");
  }
  if (!("field" in written) || written.field === undefined) throw new ApiProblem(written.code);
  const message = c.env.context.get(i18nContext).t(`code:${written.code}`);
  throw new ApiProblem(written.code, { errors: [{ field: written.field, message }] });
}

/**
 * What a row is to hold after a PATCH: what it holds, with what the body names in its place.
 * @param present what the row holds now, by field
 * @param given the valid body, in which a schema may have filled in fields that were not sent
 */
export async function patched<Fields extends object>(
  c: Context<ApiEnv>,
  present: Fields,
  given: Partial<Fields>,
): Promise<Fields> {
  const sent = Object.keys((await c.req.json()) as object);
  const named = Object.entries(given).filter(([field]) => sent.includes(field));
  return { ...present, ...Object.fromEntries(named) };
}
