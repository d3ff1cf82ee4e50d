import type { MiddlewareFunction } from "react-router";
import { findViewerContext, platformContext, refusalContext, settingsContext } from "#app/context.ts";
import { actorOfRefusal, auditRefusal } from "#app/features/audit/audit.server.ts";

/**
 * Writes refusals to the audit log in the background, after the response: there is no change whose batch they could be
 * part of. Writes none in the read-only demo.
 */
export const audit: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const response = await next();
  const { refusal } = context.get(refusalContext);
  // Anyone can send an expired code for any address, without limit, so it goes to the request log only.
  if (!refusal || refusal.code === "OTP_EXPIRED" || context.get(settingsContext).DEMO) return response;
  const viewer = await context
    .get(findViewerContext)()
    .catch(() => null);
  // A limit without an address is per network. Anyone can hit it endlessly, too.
  if (!refusal.email && (!viewer || refusal.code === "LIMIT_REACHED")) return response;
  const actor = actorOfRefusal(context, viewer);
  const what = `${request.method} ${url.pathname.slice(0, 200)}`;
  context.get(platformContext).inBackground((db) => auditRefusal(db, refusal, actor, what));
  return response;
};
