import type { D1Database } from "@cloudflare/workers-types";
import { drizzle } from "drizzle-orm/d1";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { FIRST_ACCOUNTS } from "#app/identity/user/first-accounts.ts";
import { users } from "#app/schema.ts";
import { seedBooks } from "./books/seed-books.ts";
import { seedMonthTotals } from "./dashboard/seed-month-totals.ts";
import { seedOrganisations } from "./organisation/seed-organisations.ts";
import { seedActivity } from "./seed-activity.ts";
import { seedHoldings } from "./seed-holdings.ts";
import { seedShelf } from "./shelf/seed-shelf.ts";

/** When the first accounts signed up. The dashboard shows 30 days. */
const SIGNED_UP_DAYS_AGO = [29, 18];

/** Fills an empty database. Does nothing if there are users, because the database then contains somebody's work. */
export async function seed(binding: D1Database): Promise<void> {
  const db = drizzle(binding);
  const [someone] = await db.select({ id: users.id }).from(users).limit(1);
  if (someone) return;
  const now = Date.now();
  const rows = FIRST_ACCOUNTS.map((user, index) => {
    const at = now - (SIGNED_UP_DAYS_AGO[index] ?? 0) * DAY;
    const times = {
      createdAt: at,
      updatedAt: at,
      onboardedAt: at,
      emailVerifiedAt: at,
      lastSeenAt: now - DAY,
    };
    return { ...user, nameKey: comparisonKey(user.name), ...times };
  });
  await db.insert(users).values(rows).onConflictDoNothing();
  await seedActivity(
    db,
    now,
    rows.map(({ createdAt }) => createdAt),
  );
  await seedBooks(db, now);
  await seedShelf(db, now);
  await seedOrganisations(db, now);
  await seedHoldings(db, now);
  await seedMonthTotals(db, now);
}
