import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { dailyCounts } from "./tables/daily-counts.ts";
import { genres } from "./tables/genres.ts";
import { totals } from "./tables/totals.ts";
import { users } from "./tables/users.ts";

// Every table, each in a file of its own.
export * from "./tables/access-tokens.ts";
export * from "./tables/audit-log.ts";
export * from "./tables/books.ts";
export * from "./tables/daily-counts.ts";
export * from "./tables/database-marks.ts";
export * from "./tables/deleted-rows.ts";
export * from "./tables/email-changes.ts";
export * from "./tables/factor-resets.ts";
export * from "./tables/genres.ts";
export * from "./tables/idempotency-keys.ts";
export * from "./tables/login-challenges.ts";
export * from "./tables/login-failures.ts";
export * from "./tables/notices.ts";
export * from "./tables/passkeys.ts";
export * from "./tables/second-steps.ts";
export * from "./tables/sessions.ts";
export * from "./tables/social-accounts.ts";
export * from "./tables/totals.ts";
export * from "./tables/users.ts";

// No foreign key cascades: D1 always enforces them, rebuilding a table would fire them, and what a user made must never
// disappear as a side effect. To delete a parent, delete its children first, in the same batch.

/** Kept by triggers, or computed. Leave these out when copying rows: inserting the rows counts them again. */
export const KEPT_BY_TRIGGERS: readonly (SQLiteTable | SQLiteColumn)[] = [
  totals,
  dailyCounts,
  genres.bookCount,
  users.lastSeenKey,
];
