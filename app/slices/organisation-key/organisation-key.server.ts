import { and, count, desc, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import type { Refused, Written } from "#app/core/db/written.ts";
import { sha256 } from "#app/core/lib/bytes.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { type Actor, auditEntry, rowSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import type { Scope } from "#app/scopes.ts";
import { newTokenText } from "#app/slices/api/token/token-text.ts";
import { lostMembership, type Membership, mayStillIn } from "#app/slices/organisation/membership.server.ts";
import { areTrue } from "#app/slices/organisation/team/team.server.ts";
import { organisationKeys as keys } from "./organisation-keys.table.ts";

/** How many keys an organisation can have at a time (docs/product.md, Numbers). */
export const KEYS_PER_ORGANISATION = 10;

/** How long an expired key stays in the list, in milliseconds. */
const KEPT_AFTER_END = 30 * DAY;

/**
 * All keys of an organisation, newest first, without their hashes. @param organisationId the organisation's id, or a
 * query for it
 */
export const listKeys = (db: Database, organisationId: string | SQL) =>
  db
    .select({
      id: keys.id,
      name: keys.name,
      scopes: keys.scopes,
      createdAt: keys.createdAt,
      expiresAt: keys.expiresAt,
      lastUsedAt: keys.lastUsedAt,
    })
    .from(keys)
    .where(eq(keys.organisationId, organisationId))
    .orderBy(desc(keys.createdAt), desc(keys.id))
    .limit(KEYS_PER_ORGANISATION);

/** The fields of the form for a new key. `id`: the id of the new row. `expiresAt`: milliseconds since 1970. */
interface NewKey {
  id: string;
  name: string;
  scopes: Scope[];
  expiresAt: number;
}

/**
 * Creates a key for an organisation. The same form sent twice creates one key. As with access tokens, the second
 * response has a new text, which replaces the first unless that is already in use (docs/decisions/0048).
 * @returns the key (`text`), which no other response contains, and `repeated`: whether the same form had already
 *   created it; or why no key was created
 */
export async function createKey(
  db: Database,
  membership: Membership,
  key: NewKey,
  actor: Actor,
): Promise<{ ok: true; id: string; text: string; repeated: boolean } | Refused> {
  const { id, name, scopes, expiresAt } = key;
  const { organisationId } = membership;
  const text = await newTokenText();
  const tokenHash = await sha256(text);
  const may = mayStillIn(db, actor, membership, "key:manage");
  const isIn = eq(keys.organisationId, organisationId);
  const same = and(isIn, eq(keys.name, name), eq(keys.scopes, scopes), eq(keys.expiresAt, expiresAt));
  const keyCount = db.select({ count: count() }).from(keys).where(isIn);
  const hasRoom = sql`(${keyCount}) < ${KEYS_PER_ORGANISATION}`;
  const insert = insertFrom(
    db,
    keys,
    { ...key, organisationId, tokenHash, createdAt: actor.at },
    { where: and(hasRoom, may) },
  )
    .onConflictDoNothing()
    .returning({ id: keys.id });
  const {
    renewed,
    created,
    found: [existing],
    why: [why],
  } = await runBatch(db, {
    renewed: db
      .update(keys)
      .set({ tokenHash })
      .where(and(eq(keys.id, id), same, isNull(keys.lastUsedAt), may))
      .returning({ id: keys.id }),
    created: withAuditEntry(db, insert, actor, "key.create", rowSubject(keys, id, keys.name)),
    found: db
      .select({ isSame: sql<boolean>`${same}`.mapWith(Boolean).as("is_same") })
      .from(keys)
      .where(eq(keys.id, id)),
    why: areTrue(db, { may, hasRoom }),
  });
  if (renewed.length + created.length > 0) return { ok: true, id, text, repeated: renewed.length > 0 };
  if (!why?.may) return lostMembership(db, actor, membership, "ACCESS_DENIED");
  if (existing?.isSame) return { ok: false, code: "KEY_IN_USE" };
  if (!existing || !why.hasRoom) return { ok: false, code: "MAXIMUM_KEYS_REACHED" };
  // The user went back and filled in the form again, so its id belongs to another key.
  return createKey(db, membership, { ...key, id: crypto.randomUUID() }, actor);
}

/** Revokes a key of an organisation. The next call with it fails. Idempotent. */
export async function revokeKey(
  db: Database,
  membership: Membership,
  id: string,
  actor: Actor,
): Promise<Written> {
  const may = mayStillIn(db, actor, membership, "key:manage");
  const revoked = and(eq(keys.id, id), eq(keys.organisationId, membership.organisationId), may);
  const {
    gone,
    why: [why],
  } = await runBatch(db, {
    entry: auditEntry(db, actor, "key.revoke", { ...rowSubject(keys, id, keys.name), where: revoked }),
    gone: db.delete(keys).where(revoked).returning({ id: keys.id }),
    why: areTrue(db, { may }),
  });
  if (gone.length === 0 && !why?.may) return lostMembership(db, actor, membership, "ACCESS_DENIED");
  return { ok: true, id };
}

/** Deletes keys that expired some time ago. @returns how many */
export const purgeKeys = (db: Database, now: number): Promise<number> =>
  deleteRows(db, keys, lte(keys.expiresAt, now - KEPT_AFTER_END));
