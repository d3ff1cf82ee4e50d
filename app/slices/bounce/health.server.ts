import { and, eq, gt } from "drizzle-orm";
import { DAY } from "#app/core/lib/durations.ts";
import type { HealthCheck } from "#app/slices/health/health-check.ts";
import { isOn } from "./bounce.server.ts";
import { bounces } from "./bounces.table.ts";

/**
 * The most addresses that may bounce in a day before the health page reports a problem. A few bounces are
 * normal, because people mistype their address.
 */
const BOUNCES = 50;

export const bounceHealth: HealthCheck = {
  label: "bounce:health.label",
  advice: "bounce:health.advice",
  isThere: isOn,
  read: async (db, _settings, now) => ({
    kind: "count",
    value: await db.$count(bounces, and(eq(bounces.reason, "bounce"), gt(bounces.at, now - DAY))),
    most: BOUNCES,
  }),
};
