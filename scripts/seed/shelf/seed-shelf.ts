import { eq } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { rowsOf, writable } from "#app/core/db/owned.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { FIRST_ACCOUNTS } from "#app/identity/user/first-accounts.ts";
import { books, readings, users } from "#app/schema.ts";
import type { ReadingState } from "#app/slices/shelf/reading-states.ts";

/** The books on the first reader's shelf, the most recently changed ones first. */
const SHELF: readonly { title: string; state: ReadingState; rating?: number }[] = [
  { title: "Things Fall Apart", state: "reading" },
  { title: "موسم الهجرة إلى الشمال", state: "reading" },
  { title: "Kusadikika", state: "wanted" },
  { title: "Cien años de soledad", state: "wanted" },
  { title: "Dune", state: "read", rating: 5 },
  { title: "Beloved", state: "read", rating: 4 },
];

/** Adds books to the shelf of the first reader's account. Books that are not in the catalogue are left out. */
export async function seedShelf(db: DrizzleD1Database, now: number): Promise<void> {
  const email = FIRST_ACCOUNTS.find(({ role }) => role === "user")?.email;
  const [reader] = email ? await db.select({ id: users.id }).from(users).where(eq(users.email, email)) : [];
  if (!reader) return;
  const { table } = writable(rowsOf(readings, reader.id));
  for (const [index, { title, ...kept }] of SHELF.entries()) {
    const [book] = await db.select().from(books).where(eq(books.title, title)).limit(1);
    if (!book) continue;
    const at = now - index * DAY;
    const { id: bookId, author, titleKey } = book;
    await db
      .insert(table)
      .values({ ...kept, userId: reader.id, bookId, title, author, titleKey, createdAt: at, updatedAt: at })
      .onConflictDoNothing();
  }
}
