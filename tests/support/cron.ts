import { expect } from "vitest";
import { inTime } from "./in-time.ts";
import type { TestWorker } from "./worker.ts";

/** The crons of wrangler.toml. */
export { CARRY_OUT as EVERY_15_MINUTES, PURGE as DAILY } from "#app/core/db/cron.ts";

/** Runs a cron as Cloudflare does. @param from how far in the future its scheduled time is, in milliseconds */
export async function runCron({ miniflare }: TestWorker, cron: string, from = 0) {
  const { scheduled } = await miniflare.getWorker();
  const run = scheduled({ cron, scheduledTime: new Date(Date.now() + from) });
  expect(await inTime(`The cron ${cron}`, run)).toMatchObject({
    outcome: "ok",
  });
}
