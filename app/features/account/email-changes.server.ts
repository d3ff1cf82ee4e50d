import { lte, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { deleteRows } from "#app/db/delete-rows.server.ts";
import { emailChanges } from "#app/db/schema.ts";

/** How long an address that someone used to have, or nearly had, is kept. Milliseconds. */
const PERIOD = 30 * 24 * 60 * 60 * 1000;

/** Deletes changes of address that were carried out or stopped more than 30 days ago. @returns how many */
export async function purgeEmailChanges(db: Database, now: number): Promise<number> {
  const { stoppedAt, doneAt } = emailChanges;
  return deleteRows(db, emailChanges, lte(sql`coalesce(${stoppedAt}, ${doneAt})`, now - PERIOD));
}
