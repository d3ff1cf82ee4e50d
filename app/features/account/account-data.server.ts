import { desc } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { type Decision, DOWNLOAD, type Person, type Section } from "./download-columns.server.ts";

/** Limits what one section of a download reads: more entries than a person makes while the audit log keeps them. */
const MOST_ROWS = 10_000;

/**
 * All stored data about a user, for them to download, except session token hashes and what others did or wrote about
 * them. Times are ISO 8601 in UTC. One round trip.
 * @returns the account, and the rows of every other section; null if there is no such user
 */
export async function accountData(db: Database, person: Person): Promise<Record<string, unknown> | null> {
  const { account, ...others } = DOWNLOAD;
  const rowsOf = ({ table, rows }: Section) =>
    db.select().from(table).where(rows.of(person)).orderBy(desc(rows.by)).limit(MOST_ROWS);
  const [[user], ...found] = await db.batch([rowsOf(account), ...Object.values(others).map(rowsOf)]);
  if (!user) return null;
  const sections = Object.entries(others).map(([name, { columns }], index) => [
    name,
    found[index]?.map((row) => hold(row, columns)),
  ]);
  return { account: hold(user, account.columns), ...Object.fromEntries(sections) };
}

/** The part of a row that the download includes. */
function hold(row: Record<string, unknown>, columns: Record<string, Decision>) {
  const held: Record<string, unknown> = {};
  for (const [column, decision] of Object.entries(columns)) {
    const value = row[column];
    if (decision === "value") held[column] = value;
    if (decision === "time") held[column] = typeof value === "number" ? new Date(value).toISOString() : null;
  }
  return held;
}
