import { desc } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import type { Decision, Person, PersonalTable } from "#app/identity/hooks/personal-table.ts";
import { personalTables } from "#app/identity/hooks/personal-tables.server.ts";

/** The most rows that a section of the download reads: more than a person creates while the audit log keeps entries. */
const MOST_ROWS = 10_000;

/**
 * All stored data about a user, for their download, except session token hashes and what others did or wrote
 * about them. Times are ISO 8601 in UTC. One round trip.
 * @param site the origin of the URLs in the data
 * @returns the account, and the rows of every other section; null if there is no such user
 */
export async function accountData(
  db: Database,
  person: Person,
  site: string,
): Promise<Record<string, unknown> | null> {
  const [account, ...others] = personalTables();
  const rowsOf = ({ table, of, by }: PersonalTable) =>
    db.select().from(table).where(of(person)).orderBy(desc(by)).limit(MOST_ROWS);
  if (!account) return null;
  const [[user], ...found] = await db.batch([rowsOf(account), ...others.map(rowsOf)]);
  if (!user) return null;
  const sections = others.map(({ section, columns }, index) => [
    section,
    found[index]?.map((row) => includedPartOf(row, columns, site)),
  ]);
  return { account: includedPartOf(user, account.columns, site), ...Object.fromEntries(sections) };
}

/** The part of a row that the download includes. */
function includedPartOf(row: Record<string, unknown>, columns: Record<string, Decision>, site: string) {
  const included: Record<string, unknown> = {};
  for (const [column, decision] of Object.entries(columns)) {
    const value = row[column];
    if (decision === "value") included[column] = value;
    if (decision === "time")
      included[column] = typeof value === "number" ? new Date(value).toISOString() : null;
    if (typeof decision === "object" && "path" in decision)
      included.address = new URL(decision.path(String(value)), site).href;
  }
  return included;
}
