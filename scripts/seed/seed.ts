import type { D1Database } from "@cloudflare/workers-types";
import { drizzle } from "drizzle-orm/d1";
import { dayOf } from "#app/core/lib/calendar-day.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { FIRST_ACCOUNTS } from "#app/identity/user/first-accounts.ts";
import { users } from "#app/schema.ts";
import { seedBookImport } from "./books/seed-book-import.ts";
import { seedBooks } from "./books/seed-books.ts";
import { seedMonthTotals } from "./dashboard/seed-month-totals.ts";
import { seedOrganisations } from "./organisation/seed-organisations.ts";
import { seedActivity } from "./seed-activity.ts";
import { seedHoldings } from "./seed-holdings.ts";
import { seedShelf } from "./shelf/seed-shelf.ts";

/** How long ago the first accounts signed up. The dashboard shows 30 days. */
const SINCE_SIGN_UP = 29 * DAY;

/** Fills an empty database. Does nothing if there are users, because the database then contains somebody's work. */
export async function seed(binding: D1Database): Promise<void> {
  const db = drizzle(binding);
  const [someone] = await db.select({ id: users.id }).from(users).limit(1);
  if (someone) return;
  const now = Date.now();
  const at = Date.parse(dayOf(now - SINCE_SIGN_UP, "UTC"));
  const times = { createdAt: at, updatedAt: at, onboardedAt: at, emailVerifiedAt: at };
  const rows = FIRST_ACCOUNTS.map((user) => ({ ...user, nameKey: comparisonKey(user.name), ...times }));
  await db.insert(users).values(rows).onConflictDoNothing();
  await seedActivity(db, at, now);
  await seedBooks(db, now);
  await seedBookImport(binding, now);
  await seedShelf(db, now);
  await seedOrganisations(db, now);
  await seedHoldings(db, now);
  await seedMonthTotals(db, now);
}
