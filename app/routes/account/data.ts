import { data, redirect } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { accountData } from "#app/features/account/account-data.server.ts";
import { forbidWhileImpersonating } from "#app/features/auth/authorize.server.ts";
import { isRecentlyProven } from "#app/features/proof/recent-proof.server.ts";
import { requireSignedInInParallel } from "#app/middleware/guards.ts";
import { accountPathOf } from "#app/permissions.ts";
import type { Route } from "./+types/data.ts";

export const middleware = [requireSignedInInParallel];

/** Downloads the reader's data as a JSON file. The account page asks for a recent proof first. */
export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await context.get(viewerContext);
  forbidWhileImpersonating(context, viewer);
  if (!isRecentlyProven(context, viewer)) throw redirect(`${accountPathOf(viewer.role)}#data`);
  const kept = await accountData(context.get(dbContext), viewer);
  if (!kept) throw data(null, { status: 404 });
  return new Response(JSON.stringify(kept, null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="my-data.json"`,
    },
  });
}
