import { href, redirect } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { writeUncounted } from "#app/core/http/rate-limit.server.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { requireSignedInInParallel } from "#app/identity/middleware/guards.ts";
import { stopImpersonating } from "#app/slices/impersonation/impersonation.server.ts";
import type { Route } from "./+types/stop-impersonating.ts";

export const middleware = [requireSignedInInParallel];

/** There is no page here: GET redirects home. */
export const loader = () => redirect("/");

/** Returns an administrator to their own session, on the page of the user they impersonated. */
export async function action({ context }: Route.ActionArgs) {
  const viewer = await context.get(viewerContext);
  writeUncounted(context);
  // The impersonation has already expired, or another tab stopped it.
  if (!viewer.impersonator) return redirect("/");
  await stopImpersonating(context.get(dbContext), viewer.sessionId, await currentActor(context));
  return redirect(href("/manager/users/:id", { id: viewer.id }));
}

/** This component is never rendered. Without it, the route would be a resource route, which has no error page. */
export default function StopImpersonating() {
  return null;
}
