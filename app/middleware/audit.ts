import type { MiddlewareFunction } from "react-router";
import { findViewerContext, platformContext, refusalContext, settingsContext } from "#app/context.ts";
import { actorOfRefusal, auditRefusal } from "#app/features/audit/audit.server.ts";

/**
 * Writes refusals into the audit log, after the response: there is no change whose batch they could be part of. Not in
 * the read-only demo, where nothing is written down.
 */
export const audit: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const response = await next();
  const { refusal } = context.get(refusalContext);
  // An expired code can be sent by anyone, without limit, for any address: it is in the request log only.
  if (!refusal || refusal.code === "OTP_EXPIRED" || context.get(settingsContext).DEMO) return response;
  const viewer = await context
    .get(findViewerContext)()
    .catch(() => null);
  // A limit that is about no address is a network's, and can be hit without end, too.
  if (!refusal.email && (!viewer || refusal.code === "LIMIT_REACHED")) return response;
  const actor = actorOfRefusal(context, viewer);
  const what = `${request.method} ${url.pathname.slice(0, 200)}`;
  context.get(platformContext).inBackground((db) => auditRefusal(db, refusal, actor, what));
  return response;
};
