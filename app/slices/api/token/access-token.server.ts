import { and, count, desc, eq, exists, gt, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Platform, Viewer } from "#app/context.ts";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import type { Written } from "#app/core/db/written.ts";
import { sha256 } from "#app/core/lib/bytes.ts";
import { DAY, HOUR } from "#app/core/lib/durations.ts";
import { type Actor, auditEntry, userSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { changesOf } from "#app/identity/audit/audited.server.ts";
import { notBanned } from "#app/identity/ban/ban.server.ts";
import { pictureIdOf } from "#app/identity/hooks/find-picture.server.ts";
import { isSomebodyElse, withNotice } from "#app/identity/notice/notice.server.ts";
import { lostAuthority, mayStill } from "#app/identity/session/authority.server.ts";
import { openSession } from "#app/identity/session/session.server.ts";
import { users } from "#app/identity/tables/users.ts";
import type { Scope } from "#app/scopes.ts";
import { accessTokens } from "#app/slices/api/access-tokens.table.ts";
import { boundTo, isStillBound, mayBind } from "./token-binding.server.ts";
import { newTokenText } from "./token-text.ts";

/** How many tokens a user can have at a time (docs/product.md, Numbers). */
export const MAX_TOKENS = 25;

/** How long an expired token stays in the list, in milliseconds. */
const KEPT_AFTER_END = 30 * DAY;

/** An access token for lists, without its hash. Times in milliseconds since 1970. */
export interface AccessTokenSummary {
  id: string;
  name: string;
  scopes: Scope[];
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
  membershipId: string | null;
  /**
   * The name of the organisation that the token is bound to; null if it is not bound, or if its owner has left the
   * organisation.
   */
  boundTo: string | null;
}

/** All tokens of a user, newest first. They are few (MAX_TOKENS). */
export async function listAccessTokens(
  db: Database,
  userId: string | SQL<string>,
): Promise<AccessTokenSummary[]> {
  return db
    .select({
      id: accessTokens.id,
      name: accessTokens.name,
      scopes: accessTokens.scopes,
      createdAt: accessTokens.createdAt,
      expiresAt: accessTokens.expiresAt,
      lastUsedAt: accessTokens.lastUsedAt,
      membershipId: accessTokens.membershipId,
      boundTo: sql<string | null>`${boundTo()}`.as("bound_to"),
    })
    .from(accessTokens)
    .where(eq(accessTokens.userId, userId))
    .orderBy(desc(accessTokens.createdAt), desc(accessTokens.id))
    .limit(MAX_TOKENS);
}

/** The user's active tokens. The token that expires first is the first in the list. */
export async function listOpenTokens(
  db: Database,
  userId: string | SQL<string>,
  now: number,
): Promise<Pick<AccessTokenSummary, "name" | "expiresAt">[]> {
  const tokens = await db
    .select({ name: accessTokens.name, expiresAt: accessTokens.expiresAt })
    .from(accessTokens)
    .where(eq(accessTokens.userId, userId))
    .limit(MAX_TOKENS);
  return tokens.filter(({ expiresAt }) => expiresAt > now).sort((a, b) => a.expiresAt - b.expiresAt);
}

/** The fields of the form for a new token. `id`: the id of the new row. `expiresAt`: milliseconds since 1970. */
type NewAccessToken = Pick<AccessTokenSummary, "id" | "name" | "scopes" | "expiresAt" | "membershipId">;

/**
 * A new token, or why none was created:
 * - its owner has MAX_TOKENS,
 * - their session has ended in the meantime,
 * - the same form was sent before, and its token is in use,
 * - or its owner is not a member of the organisation to bind it to.
 *
 * `text`: the token, which no other response contains. `repeated`: the same form had created the token before; this
 * text replaces the earlier one.
 */
type CreatedToken =
  | { ok: true; id: string; text: string; repeated: boolean }
  | { ok: false; reason: "too-many" | "in-use" | "session-ended" | "not-theirs" };

/**
 * Creates a token for the acting user, and emails them. The same form sent twice creates one token. Nobody knows which
 * of the two responses the user saw. So the second response has a new text, which replaces the first unless that is
 * already in use (docs/decisions/0048).
 */
export async function createAccessToken(
  db: Database,
  input: NewAccessToken,
  actor: Actor & { id: string },
): Promise<CreatedToken> {
  const { id, name, scopes, expiresAt, membershipId } = input;
  const text = await newTokenText();
  const tokenHash = await sha256(text);
  const same = and(
    eq(accessTokens.userId, actor.id),
    eq(accessTokens.name, name),
    eq(accessTokens.scopes, scopes),
    eq(accessTokens.expiresAt, expiresAt),
    sql`${accessTokens.membershipId} is ${membershipId}`,
  );
  const isTheirs = mayBind(membershipId, actor.id);
  const session = openSession(db, actor.id, actor);
  const tokenCount = db
    .select({ count: count() })
    .from(accessTokens)
    .where(eq(accessTokens.userId, actor.id));
  const insert = insertFrom(
    db,
    accessTokens,
    { ...input, userId: actor.id, tokenHash, createdAt: actor.at },
    { where: and(exists(session), sql`(${tokenCount}) < ${MAX_TOKENS}`, isTheirs) },
  )
    .onConflictDoNothing()
    .returning({ id: accessTokens.id });
  const {
    renewed,
    created,
    found: [existing],
    open,
    bindable,
  } = await runBatch(db, {
    renewed: db
      .update(accessTokens)
      .set({ tokenHash })
      .where(and(eq(accessTokens.id, id), same, isNull(accessTokens.lastUsedAt), exists(session), isTheirs))
      .returning({ id: accessTokens.id }),
    created: withNotice(
      db,
      withAuditEntry(db, insert, actor, "token.create", {
        ...userSubject(actor.id),
        changes: changesOf({ accessToken: { from: sql`null`, to: sql`${name}` } }),
      }),
      actor,
      { about: "tokenCreated", name },
      { where: eq(users.id, actor.id) },
    ),
    found: db
      .select({ isSame: sql<boolean>`${same}`.mapWith(Boolean).as("is_same") })
      .from(accessTokens)
      .where(eq(accessTokens.id, id)),
    open: session,
    bindable: db
      .select({ is: sql`1`.as("is") })
      .from(sql`(select 1)`)
      .where(isTheirs),
  });
  if (renewed.length + created.length > 0) return { ok: true, id, text, repeated: renewed.length > 0 };
  if (open.length === 0) return { ok: false, reason: "session-ended" };
  if (bindable.length === 0) return { ok: false, reason: "not-theirs" };
  if (!existing) return { ok: false, reason: "too-many" };
  // The user went back and filled in the form again, so its id belongs to another token.
  if (!existing.isSame) return createAccessToken(db, { ...input, id: crypto.randomUUID() }, actor);
  return { ok: false, reason: "in-use" };
}

/**
 * Revokes tokens of a user, and emails the user unless they revoked the tokens themselves. The next call with
 * such a token fails. Idempotent.
 * @param tokenId the id of the token; null for all tokens of the user
 */
export async function revokeAccessTokens(
  db: Database,
  userId: string,
  tokenId: string | null,
  actor: Actor,
): Promise<Written> {
  const needed = userId === actor.id ? null : "session:revoke";
  const revoked = and(
    eq(accessTokens.userId, userId),
    mayStill(db, actor, needed),
    tokenId === null ? undefined : eq(accessTokens.id, tokenId),
  );
  const entry = auditEntry(db, actor, "token.revoke", {
    // One audit entry for each token.
    from: sql`${accessTokens} inner join ${users} on ${users.id} = ${accessTokens.userId}`,
    where: revoked,
    id: userId,
    label: sql`${users.email}`,
    changes: changesOf({ accessToken: { from: accessTokens.name, to: sql`null` } }),
  });
  const { gone } = await runBatch(db, {
    entry: withNotice(
      db,
      [entry],
      actor,
      { about: "tokensRevoked" },
      { where: isSomebodyElse(userId, actor) },
    ),
    gone: db.delete(accessTokens).where(revoked).returning({ id: accessTokens.id }),
  });
  const lost = gone.length === 0 ? await lostAuthority(db, actor, needed) : null;
  return lost ?? { ok: true, id: userId };
}

/**
 * Finds the owner of a token, as the viewer that it acts for, in one query. Null if the token has expired or
 * was revoked, or if its owner is banned or has left the organisation that the token is bound to. Records the
 * use after the response, at most once an hour.
 * @param tokenHash the SHA-256 of the token
 */
export async function findTokenOwner(
  db: Database,
  tokenHash: string,
  { now, inBackground }: Pick<Platform, "now" | "inBackground">,
): Promise<(Viewer & { token: NonNullable<Viewer["token"]> }) | null> {
  const [row] = await db
    .select({
      tokenId: sql<string>`${accessTokens.id}`.as("token_id"),
      tokenName: sql<string>`${accessTokens.name}`.as("token_name"),
      scopes: accessTokens.scopes,
      lastUsedAt: accessTokens.lastUsedAt,
      membershipId: accessTokens.membershipId,
      id: users.id,
      email: users.email,
      name: users.name,
      role: users.role,
      onboardedAt: users.onboardedAt,
      verified: sql<boolean>`${users.emailVerifiedAt} is not null`.mapWith(Boolean).as("verified"),
      pictureId: pictureIdOf(users.id).as("picture_id"),
    })
    .from(accessTokens)
    .innerJoin(users, eq(users.id, accessTokens.userId))
    .where(
      and(
        eq(accessTokens.tokenHash, tokenHash),
        gt(accessTokens.expiresAt, now),
        notBanned(users, now),
        isStillBound(),
      ),
    );
  if (!row) return null;
  const { tokenId, tokenName, scopes, lastUsedAt, membershipId, ...owner } = row;
  if (lastUsedAt === null || now - lastUsedAt >= HOUR) {
    inBackground((db) =>
      db.update(accessTokens).set({ lastUsedAt: now }).where(eq(accessTokens.id, tokenId)),
    );
  }
  const token = { id: tokenId, name: tokenName, scopes, membershipId };
  // A program has no session, and has not proven who it is.
  return { ...owner, token, sessionId: "", provenAt: 0, factorProvenAt: 0, impersonator: null };
}

/** Deletes tokens that expired some time ago. @returns how many */
export const purgeAccessTokens = (db: Database, now: number): Promise<number> =>
  deleteRows(db, accessTokens, lte(accessTokens.expiresAt, now - KEPT_AFTER_END));
