import type { ParseKeys } from "i18next";
import type { Database } from "#app/core/db/client.server.ts";
import type { Permission } from "#app/permissions.ts";
import type { Settings } from "#app/settings.ts";

/**
 * What a check has found, and the bound beyond which somebody must look at it. Times are in milliseconds. "age": when something that should
 * happen again and again last did, null if it never has, and how long ago that may be.
 */
export type Reading =
  | { kind: "count"; value: number; most: number }
  | { kind: "bytes"; value: number; most: number }
  | { kind: "duration"; value: number; most: number }
  | { kind: "age"; value: number | null; most: number };

/** Something that is looked at. */
export interface HealthCheck {
  /** What it is about, and what to do beyond its bound. */
  label: ParseKeys;
  advice: ParseKeys;
  /** The page that says more, for who may see it. */
  more?: { path: string; permission: Permission };
  /** Whether this deployment has it; left out, each one has. */
  isThere?: (settings: Settings) => boolean;
  read: (db: Database, settings: Settings, now: number) => Promise<Reading & { failed?: readonly string[] }>;
}
