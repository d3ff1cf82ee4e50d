import type { SQL } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, i18nContext, platformContext } from "#app/context.ts";
import { dateFormat } from "#app/core/i18n/formats.ts";
import { languageOf } from "#app/core/i18n/languages.ts";
import { type FormattedTime, timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { SCOPES } from "#app/scopes.ts";
import { type AccessTokenSummary, listAccessTokens } from "./access-token.server.ts";

/** A token or key for a page, with formatted times. */
export interface ShownToken extends Pick<AccessTokenSummary, "id" | "name" | "scopes"> {
  created: FormattedTime;
  used: FormattedTime | null;
  /** The last day of the token, formatted. */
  lastDay: string;
  hasEnded: boolean;
}

/** A token for a page. */
export interface TokenRow extends ShownToken, Pick<AccessTokenSummary, "boundTo"> {}

/** Formats tokens and keys in the reader's language and time zone. */
export function formatToken(context: Readonly<RouterContextProvider>) {
  const { now, timeZone } = context.get(platformContext);
  const { key } = languageOf(context.get(i18nContext));
  const day = dateFormat(key, { dateStyle: "medium", timeZone });
  const fromNow = timeFromNow(context);
  return ({
    id,
    name,
    scopes,
    createdAt,
    lastUsedAt,
    expiresAt,
  }: Omit<AccessTokenSummary, "membershipId" | "boundTo">): ShownToken => ({
    id,
    name,
    // After a rollback, the database may contain a scope that a later version added.
    scopes: SCOPES.filter((scope) => scopes.includes(scope)),
    created: fromNow(createdAt),
    used: lastUsedAt === null ? null : fromNow(lastUsedAt),
    lastDay: day.format(expiresAt - 1),
    hasEnded: expiresAt <= now,
  });
}

/** The tokens of a user, formatted in the reader's language and time zone. */
export async function tokenRows(
  context: Readonly<RouterContextProvider>,
  userId: string | SQL<string>,
): Promise<TokenRow[]> {
  const tokens = await listAccessTokens(context.get(dbContext), userId);
  const inWords = formatToken(context);
  return tokens.map((token) => {
    const row = inWords(token);
    const { membershipId, boundTo } = token;
    return { ...row, boundTo, hasEnded: row.hasEnded || (membershipId !== null && boundTo === null) };
  });
}
