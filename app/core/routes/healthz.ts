import { sql } from "drizzle-orm";
import { dbContext, platformContext, requestIdContext, settingsContext } from "#app/context.ts";
import { logError } from "#app/core/lib/log.ts";
import { buildInfo } from "#app/core/shell/build-info.server.ts";
import type { Route } from "./+types/healthz.ts";

/** Health check for monitors and deployments: 200 if D1 and KV answer, else 503. */
export async function loader({ context }: Route.LoaderArgs) {
  const [d1, kv] = await Promise.allSettled([
    context.get(dbContext).get(sql`select 1 as one`),
    context.get(platformContext).kv.get("healthz"),
  ]);
  for (const check of [d1, kv]) {
    if (check.status === "rejected") logError("unhealthy", check.reason, context.get(requestIdContext));
  }
  const healthy = d1.status === "fulfilled" && kv.status === "fulfilled";
  const answer = (check: PromiseSettledResult<unknown>) => (check.status === "fulfilled" ? "ok" : "failed");
  return Response.json(
    {
      status: healthy ? "ok" : "failed",
      ...buildInfo(),
      environment: context.get(settingsContext).ENVIRONMENT_NAME || null,
      d1: answer(d1),
      kv: answer(kv),
    },
    { status: healthy ? 200 : 503 },
  );
}
