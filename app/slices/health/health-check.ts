import type { ParseKeys } from "i18next";
import type { Database } from "#app/core/db/client.server.ts";
import type { Permission } from "#app/permissions.ts";
import type { Settings } from "#app/settings.ts";

/**
 * The result of a check, and its limit, beyond which it needs attention. Times are in milliseconds. "age": the last
 * time of a recurring event, null if it has never happened, and how long ago that may be.
 */
export type Reading =
  | { kind: "count"; value: number; most: number }
  | { kind: "bytes"; value: number; most: number }
  | { kind: "duration"; value: number; most: number }
  | { kind: "age"; value: number | null; most: number };

/** One check of the health page. */
export interface HealthCheck {
  /** Its subject, and what to do beyond its limit. */
  label: ParseKeys;
  advice: ParseKeys;
  /** A page with details, and the permission to open it. */
  more?: { path: string; permission: Permission };
  /** Whether this deployment has it; if absent, every deployment does. */
  isThere?: (settings: Settings) => boolean;
  read: (db: Database, settings: Settings, now: number) => Promise<Reading & { failed?: readonly string[] }>;
}
