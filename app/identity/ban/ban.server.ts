import { not, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** The columns of a ban, in the users table or an alias of it. */
type BanColumns = Record<"bannedAt" | "banExpiresAt", SQLiteColumn>;

/** SQL: whether a user is banned now. It is true or false, never null, so it can be negated and shown. */
export const isBanned = ({ bannedAt, banExpiresAt }: BanColumns, now: number) =>
  sql<boolean>`(${bannedAt} is not null and (${banExpiresAt} is null or ${banExpiresAt} > ${now}))`.mapWith(
    Boolean,
  );

/** SQL: whether a user has no current ban. Every query that lets someone in includes it. */
export const notBanned = (table: BanColumns, now: number) => not(isBanned(table, now));
