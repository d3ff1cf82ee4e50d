import { and, eq, sql } from "drizzle-orm";
import { dbContext, platformContext } from "#app/context.ts";
import { dayFormatter } from "#app/core/i18n/time-formatter.server.ts";
import { DAY } from "#app/core/lib/durations.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { accessTokens } from "./access-tokens.table.ts";
import type { ShownTokens } from "./account-part.tsx";
import { apiTables } from "./personal.ts";
import { listOpenTokens } from "./token/access-token.server.ts";
import { isStillBound } from "./token/token-binding.server.ts";
import { userPart } from "./user-part.server.ts";

/** The account page warns of a token that expires within this time, in milliseconds. */
const ENDS_SOON = 7 * DAY;

export const apiHooks: IdentityHooks = {
  user: userPart,
  account: {
    key: "api",
    async read(context, owner) {
      const { now } = context.get(platformContext);
      const open = await listOpenTokens(context.get(dbContext), owner, now);
      const [next = null] = open.map(({ name, expiresAt }) => ({
        name,
        day: dayFormatter(context)(expiresAt),
        isSoon: expiresAt - now < ENDS_SOON,
      }));
      return ({ mayChange }): ShownTokens => (mayChange ? { count: open.length, next } : null);
    },
  },
  personal: apiTables,
  endAccess: (db, { why, userId, where }) =>
    why === "email-restored"
      ? []
      : [db.delete(accessTokens).where(and(eq(accessTokens.userId, userId), where))],
  actsAs(db, { tokenId }) {
    if (tokenId === undefined) return null;
    const owner = db
      .select({ userId: accessTokens.userId })
      .from(accessTokens)
      .where(and(eq(accessTokens.id, tokenId), isStillBound()));
    return sql`${owner}`;
  },
};
