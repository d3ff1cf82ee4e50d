import { and, eq, exists, gt, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import type { Refused } from "#app/core/db/written.ts";
import { emailChanges } from "#app/identity/tables/email-changes.ts";
import { LINK_LIFE } from "./not-me-link.server.ts";

/**
 * SQL: whether a link "This was not me" can still give an address back to the account that had it. While it
 * can, nobody else may take the address. Otherwise a stranger who changed an account's address could have
 * somebody else take the old one, and the link could not restore it. Every statement that gives an account an
 * address checks this (docs/decisions/0027).
 * @param now milliseconds since 1970
 * @param except the account that had the address and may take it back; null for a new account
 */
export const isReserved = (db: Database, email: string, now: number, except: string | null): SQL =>
  exists(
    db
      .select({ id: emailChanges.id })
      .from(emailChanges)
      .where(
        and(
          eq(emailChanges.oldEmail, email),
          isNotNull(emailChanges.doneAt),
          isNull(emailChanges.stoppedAt),
          gt(emailChanges.doneAt, now - LINK_LIFE),
          except === null ? undefined : ne(emailChanges.userId, except),
        ),
      ),
  );

/** A query with one row, for a batch, that returns whether {@link isReserved} holds. */
export const selectReserved = (db: Database, ...of: [email: string, now: number, except: string | null]) =>
  db
    .select({ isReserved: sql<boolean>`${isReserved(db, ...of)}`.mapWith(Boolean).as("is_reserved") })
    .from(sql`(select 1)`);

/** The refusal of a form with a reserved address. */
export const RESERVED = { ok: false, code: "ADDRESS_RESERVED", field: "email" } as const satisfies Refused;
