import { and, eq, sql } from "drizzle-orm";
import { dbContext, platformContext } from "#app/context.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { REVOKE_SESSIONS } from "#app/identity/session/revoke-sessions.ts";
import { accessTokens } from "./access-tokens.table.ts";
import type { ShownTokens } from "./account-part.tsx";
import { apiTables } from "./personal.ts";
import { hasAccessTokens } from "./token/access-token.server.ts";
import { isStillBound } from "./token/token-binding.server.ts";
import { userPart } from "./user-part.server.ts";

export const apiHooks: IdentityHooks = {
  user: userPart,
  account: {
    key: "api",
    async read(context, owner, url) {
      const stay =
        url.searchParams.get("state") === REVOKE_SESSIONS &&
        (await hasAccessTokens(context.get(dbContext), owner, context.get(platformContext).now));
      return ({ mayChange }): ShownTokens => ({ mayChange, stay });
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
