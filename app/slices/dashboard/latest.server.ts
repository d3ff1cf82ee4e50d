import type { BatchItem } from "drizzle-orm/batch";
import type { ParseKeys } from "i18next";
import type { Database } from "#app/core/db/client.server.ts";
import type { Entity } from "#app/entities.ts";

/** A row for the dashboard. */
export interface LatestRow {
  id: string;
  name: string;
  detail: string | null;
}

/** A dashboard list of the latest rows of an entity, for users who may list them. */
export interface LatestRows {
  entity: Entity;
  title: ParseKeys;
  /** The text that is shown if there are no rows. */
  empty: ParseKeys;
  /** A query for the latest rows, newest first. */
  select: (db: Database, limit: number) => BatchItem<"sqlite"> & { _: { result: LatestRow[] } };
}
