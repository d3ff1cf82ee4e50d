import type { MiddlewareFunction } from "react-router";
import {
  findViewerContext,
  platformContext,
  refusalContext,
  settingsContext,
  tenantKeyContext,
} from "#app/context.ts";
import type { ErrorCode } from "#app/error-codes.ts";
import { actorOfRefusal } from "#app/identity/audit/audit.server.ts";
import { auditRefusal } from "#app/identity/audit/audit-refusal.server.ts";

/**
 * These refusals are not logged. Anyone can send any number of expired codes or made-up links for any address, and a
 * page that asks for a proof is a normal step.
 */
const REQUEST_LOG_ONLY: ErrorCode[] = ["OTP_EXPIRED", "INVALID_TOKEN", "SESSION_EXPIRED"];

/**
 * Writes refusals to the audit log in the background, after the response, because a refusal has no batch that it could
 * be part of. The read-only demo writes none.
 */
export const audit: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const response = await next();
  const { refusal } = context.get(refusalContext);
  if (!refusal || REQUEST_LOG_ONLY.includes(refusal.code) || context.get(settingsContext).DEMO)
    return response;
  const viewer = await context
    .get(findViewerContext)()
    .catch(() => null);
  // A limit without an address is a network's limit, which anyone can exceed any number of times.
  const isNamed = viewer !== null || context.get(tenantKeyContext) !== null;
  if (!refusal.email && (!isNamed || refusal.code === "LIMIT_REACHED")) return response;
  const actor = actorOfRefusal(context, viewer);
  const what = `${request.method} ${url.pathname.slice(0, 200)}`;
  context.get(platformContext).inBackground((db) => auditRefusal(db, refusal, actor, what));
  return response;
};
