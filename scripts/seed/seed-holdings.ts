import { asc, eq } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { writable } from "#app/core/db/owned.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { books, holdings, organisationMembers, organisations } from "#app/schema.ts";
import { rowsOfOrganisation } from "#app/slices/organisation/owned-by-organisation.ts";

/** The number of books on each organisation's shelf. One shelf is empty. */
const NUMBERS = [12, 5, 0];

/** Adds books to the shelves of organisations, on behalf of their first members. */
export async function seedHoldings(db: DrizzleD1Database, now: number): Promise<void> {
  const all = await db
    .select({ id: organisations.id })
    .from(organisations)
    .orderBy(asc(organisations.createdAt));
  for (const [index, { id: organisationId }] of all.entries()) {
    const number = NUMBERS[index] ?? 0;
    const [member] = await db
      .select({ userId: organisationMembers.userId })
      .from(organisationMembers)
      .where(eq(organisationMembers.organisationId, organisationId))
      .limit(1);
    const found = await db
      .select()
      .from(books)
      .orderBy(asc(books.titleKey))
      .limit(number)
      .offset(index * 20);
    const { table } = writable(rowsOfOrganisation(holdings, organisationId));
    for (const [n, { id, title, author, titleKey, authorKey }] of found.entries()) {
      const at = now - n * DAY;
      const row = { organisationId, userId: member?.userId, bookId: id, title, author, titleKey, authorKey };
      await db.insert(table).values({ ...row, createdAt: at, updatedAt: at });
    }
  }
}
