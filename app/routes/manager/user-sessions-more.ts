import { sessionRows } from "#app/features/session/session-row.server.ts";
import { requirePermissionInParallel } from "#app/middleware/guards.ts";
import type { Route } from "./+types/user-sessions-more.ts";

export const middleware = [requirePermissionInParallel("session:list")];

/** A further page of a user's sessions, as JSON: what Load more appends. */
export async function loader({ url, context, params }: Route.LoaderArgs) {
  return Response.json(await sessionRows(context, params.id, url.searchParams.get("after")));
}
