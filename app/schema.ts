import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Owned } from "#app/core/db/owned.ts";
import { dailyCounts } from "#app/core/db/tables/daily-counts.ts";
import { totals } from "#app/core/db/tables/totals.ts";
import { users } from "#app/identity/tables/users.ts";
import { genres } from "#app/slices/genre/genres.table.ts";
import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";
import { organisationTeams } from "#app/slices/organisation/tables/teams.table.ts";
import { readingCounts } from "#app/slices/shelf/reading-counts.table.ts";

export * from "#app/core/db/tables/budgets.ts";
export * from "#app/core/db/tables/cron-runs.ts";
export * from "#app/core/db/tables/daily-counts.ts";
export * from "#app/core/db/tables/database-marks.ts";
export * from "#app/core/db/tables/jobs.ts";
export * from "#app/core/db/tables/key-versions.ts";
export * from "#app/core/db/tables/totals.ts";
export * from "#app/identity/tables/audit-log.ts";
export * from "#app/identity/tables/deleted-rows.ts";
export * from "#app/identity/tables/email-changes.ts";
export * from "#app/identity/tables/login-challenges.ts";
export * from "#app/identity/tables/login-failures.ts";
export * from "#app/identity/tables/notices.ts";
export * from "#app/identity/tables/sessions.ts";
export * from "#app/identity/tables/users.ts";
// Every table, each in its own file.
export * from "#app/slices/api/access-tokens.table.ts";
export * from "#app/slices/api/idempotency-keys.table.ts";
export * from "#app/slices/book/books.table.ts";
export * from "#app/slices/bounce/bounces.table.ts";
export * from "#app/slices/dashboard/month-totals.table.ts";
export * from "#app/slices/email-preference/email-preferences.table.ts";
export * from "#app/slices/factor-reset/factor-resets.table.ts";
export * from "#app/slices/genre/genres.table.ts";
export * from "#app/slices/holding/holdings.table.ts";
export * from "#app/slices/organisation/tables/organisation-addresses.table.ts";
export * from "#app/slices/organisation/tables/organisation-invitations.table.ts";
export * from "#app/slices/organisation/tables/organisation-members.table.ts";
export * from "#app/slices/organisation/tables/organisations.table.ts";
export * from "#app/slices/organisation/tables/team-members.table.ts";
export * from "#app/slices/organisation/tables/teams.table.ts";
export * from "#app/slices/organisation-key/organisation-keys.table.ts";
export * from "#app/slices/passkey/passkeys.table.ts";
export * from "#app/slices/provider/social-accounts.table.ts";
export * from "#app/slices/second-step/second-steps.table.ts";
export * from "#app/slices/share/shares.table.ts";
export * from "#app/slices/shelf/reading-counts.table.ts";
export * from "#app/slices/shelf/readings.table.ts";
export * from "#app/slices/upload/files.table.ts";

// No foreign key cascades. D1 always enforces foreign keys, so rebuilding a table would trigger the cascade, and rows
// that users made must never disappear as a side effect. To delete a parent, delete its children first, in the same
// batch.

/**
 * Tables and columns that triggers maintain or the product computes. Leave them out when you copy rows, because
 * inserting the rows would count them twice.
 */
export const KEPT_BY_TRIGGERS: readonly (SQLiteTable | SQLiteColumn | Owned)[] = [
  totals,
  dailyCounts,
  genres.bookCount,
  organisations.memberCount,
  organisationTeams.memberCount,
  readingCounts,
  users.lastSeenKey,
];
