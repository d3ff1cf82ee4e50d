import { writable } from "#app/core/db/owned.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { holdings } from "#app/schema.ts";
import { rowsOfOrganisation } from "#app/slices/organisation/owned-by-organisation.ts";
import type { TestWorker } from "./worker.ts";

let number = 0;

/** Adds a book to an organisation's shelf. Its title is unique by default. */
export async function addHolding(
  { db }: TestWorker,
  organisationId: string,
  given: { title?: string; author?: string; note?: string; bookId?: string; userId?: string } = {},
) {
  number += 1;
  const row = { title: `Holding ${number} of the tests`, bookId: crypto.randomUUID(), ...given };
  const keys = { titleKey: comparisonKey(row.title), authorKey: comparisonKey(given.author) };
  const { table } = writable(rowsOfOrganisation(holdings, organisationId));
  const [added] = await db
    .insert(table)
    .values({ ...row, ...keys, organisationId })
    .returning();
  if (!added) throw new Error("The holding was not added");
  return added;
}
