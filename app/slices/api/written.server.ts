import type { Context } from "hono";
import { i18nContext } from "#app/context.ts";
import type { Refused, Written } from "#app/core/db/written.ts";
import type { ErrorCode } from "#app/error-codes.ts";
import { hasChanged, namesState } from "./entity-tag.server.ts";
import type { ApiEnv } from "./env.ts";
import { ApiProblem } from "./problem.server.ts";

/** The codes of writes that were refused because the row has changed since its form was shown. */
const STALE: (ErrorCode | null)[] = ["ROW_CHANGED", "ROLE_CHANGED"];

/**
 * The id of a written row.
 * @param options.missing the code if the row does not exist
 * @param options.find finds the row in the form in which reads return it, for a write that If-Match may refuse
 * @throws an ApiProblem if a rule refused the write: 404, 409, or as the rule's code says; 412 if somebody else has
 * changed the row since If-Match was checked
 */
export async function requireWritten(
  c: Context<ApiEnv>,
  written: Written | { ok: false; code: ErrorCode },
  options: WhatIsThere = {},
): Promise<string> {
  if (written.ok) return written.id;
  throw await problemOf(c, written, options);
}

/** What the response to a refused write needs to report the current state. */
interface WhatIsThere {
  missing?: ErrorCode;
  find?: () => Promise<object | null>;
}

/** The response to a write that a rule refused, with the options of {@link requireWritten}. */
export async function problemOf(
  c: Context<ApiEnv>,
  written: Refused | { ok: false; code: ErrorCode },
  { missing = "NOT_FOUND", find = async () => null }: WhatIsThere = {},
): Promise<ApiProblem> {
  const isGone = written.code === null || written.code === "ROW_DELETED";
  if (namesState(c) && (isGone || STALE.includes(written.code))) {
    // A DELETE reports a changed row as missing, so find out whether the row still exists.
    const current = await find();
    if (current) return hasChanged(current);
  }
  if (written.code === null || written.code === "ROW_DELETED") return new ApiProblem(missing);
  if (!("field" in written) || written.field === undefined) return new ApiProblem(written.code);
  const message = c.env.context.get(i18nContext).t(`code:${written.code}`);
  return new ApiProblem(written.code, { errors: [{ field: written.field, message }] });
}

/**
 * The fields that the body of a PATCH contains.
 * @param given the valid body, in which defaults may stand for fields that were not sent
 */
export async function sentFields<Fields extends object>(
  c: Context<ApiEnv>,
  given: Fields,
): Promise<Partial<Fields>> {
  const sent = Object.keys((await c.req.json()) as object);
  const named = Object.entries(given).filter(([field]) => sent.includes(field));
  return Object.fromEntries(named) as Partial<Fields>;
}
