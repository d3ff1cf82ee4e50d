import { data, redirect } from "react-router";
import { dbContext, platformContext, settingsContext, viewerContext } from "#app/context.ts";
import { requireMayWrite } from "#app/core/http/rate-limit.server.ts";
import { accountPathOf } from "#app/identity/account/account-area.server.ts";
import { accountData } from "#app/identity/account/account-data.server.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import { isRecentlyProven } from "#app/identity/proof/recent-proof.server.ts";
import type { Route } from "./+types/data.ts";

/** Downloads the reader's data as a JSON file. The account page asks for a recent proof first. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(viewerContext);
  forbidWhileImpersonating(context, viewer);
  if (!isRecentlyProven(context, viewer)) throw redirect(`${accountPathOf(request, viewer.role)}#data`);
  // The download contains everything, so it costs more than a page, and counts as a write.
  await requireMayWrite(context);
  const site = context.get(settingsContext).BASE_URL ?? context.get(platformContext).origin.origin;
  const stored = await accountData(context.get(dbContext), viewer, site);
  if (!stored) throw data(null, { status: 404 });
  return new Response(JSON.stringify(stored, null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="my-data.json"`,
    },
  });
}
