import type { ParseKeys } from "i18next";
import type { Database } from "#app/core/db/client.server.ts";
import type { Permission } from "#app/permissions.ts";
import type { Settings } from "#app/settings.ts";

/**
 * The result of a check, and its limit, beyond which it needs attention. Times are in milliseconds. "age": when a
 * recurring event last happened (null if never), and how long ago that may be.
 */
export type Reading =
  | { kind: "count"; value: number; most: number }
  | { kind: "bytes"; value: number; most: number }
  | { kind: "duration"; value: number; most: number }
  | { kind: "age"; value: number | null; most: number };

/** One check of the health page. */
export interface HealthCheck {
  /** The translated subject of the check, and what to do if the result is beyond its limit. */
  label: ParseKeys;
  advice: ParseKeys;
  /** A page with details, and the permission to open it. */
  more?: { path: string; permission: Permission };
  /** Whether this deployment has the check. If absent, every deployment has it. */
  isThere?: (settings: Settings) => boolean;
  read: (db: Database, settings: Settings, now: number) => Promise<Reading & { failed?: readonly string[] }>;
}
