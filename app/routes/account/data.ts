import { data } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { accountData } from "#app/features/account/account-data.server.ts";
import { forbidWhileImpersonating } from "#app/features/auth/authorize.server.ts";
import { requireSignedInInParallel } from "#app/middleware/guards.ts";
import type { Route } from "./+types/data.ts";

export const middleware = [requireSignedInInParallel];

/** Downloads the reader's data as a JSON file. */
export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await context.get(viewerContext);
  forbidWhileImpersonating(context, viewer);
  const kept = await accountData(context.get(dbContext), viewer);
  if (!kept) throw data(null, { status: 404 });
  return new Response(JSON.stringify(kept, null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="my-data.json"`,
    },
  });
}
