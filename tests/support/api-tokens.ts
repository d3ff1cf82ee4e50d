import { eq } from "drizzle-orm";
import { sha256 } from "#app/core/lib/bytes.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { accessTokens } from "#app/schema.ts";
import type { Scope } from "#app/scopes.ts";
import { newTokenText } from "#app/slices/api/token/token-text.ts";
import type { TestWorker } from "./worker.ts";

type AccessToken = typeof accessTokens.$inferSelect;

/** Adds a user's access token with the scope read, for 30 days. @returns its row, and the token itself */
export async function addAccessToken(
  { db }: TestWorker,
  userId: string,
  given: Partial<AccessToken> = {},
): Promise<AccessToken & { text: string }> {
  const text = await newTokenText();
  const now = Date.now();
  const scopes: Scope[] = ["read"];
  const values = { userId, name: "CI", scopes, createdAt: now, expiresAt: now + 30 * DAY, ...given };
  const [token] = await db
    .insert(accessTokens)
    .values({ tokenHash: await sha256(text), ...values })
    .returning();
  return { ...(token as AccessToken), text };
}

/** The access tokens of a user. */
export const accessTokensOf = ({ db }: TestWorker, userId: string) =>
  db.select().from(accessTokens).where(eq(accessTokens.userId, userId));
