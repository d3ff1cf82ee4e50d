import { and, eq, exists, gte, inArray, lte, ne, type SQL } from "drizzle-orm";
import { HOUR } from "#app/core/lib/durations.ts";
import type { Ending, IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { linkedProviderOf } from "#app/identity/notice/notice.ts";
import type { OpenNotice } from "#app/identity/notice/open-notice.server.ts";
import { accountPart } from "./account-part.server.ts";
import { offeredProviders } from "./offered-providers.ts";
import { providerTables } from "./personal.ts";
import { PROVIDERS } from "./providers/index.ts";
import { socialAccounts } from "./social-accounts.table.ts";
import { userPart } from "./user-part.server.ts";

export const providerHooks: IdentityHooks = {
  user: userPart,
  account: accountPart,
  personal: providerTables,
  wayIn: {
    remains(db, settings, userId, removed) {
      const offered = offeredProviders(settings).map(({ name }) => name);
      const others = and(
        eq(socialAccounts.userId, userId),
        inArray(socialAccounts.provider, offered),
        removed.kind === "provider" ? ne(socialAccounts.provider, removed.provider) : undefined,
      );
      return exists(db.select({ id: socialAccounts.id }).from(socialAccounts).where(others));
    },
    labels: PROVIDERS.map(({ label }) => label),
  },
  endAccess: (db, ending) =>
    unlinkedBy(ending).map((which) =>
      db.delete(socialAccounts).where(and(eq(socialAccounts.userId, ending.userId), which, ending.where)),
    ),
};

/**
 * SQL: which linked accounts to unlink, one condition for each statement. `undefined` unlinks all of them.
 */
function unlinkedBy(ending: Ending): (SQL | undefined)[] {
  if (ending.why === "email-set") return [undefined];
  if (ending.why !== "locked-out") return [];
  const { notice, change } = ending.open;
  const linked = linkedProviderOf(notice);
  return [
    ...(linked ? [isNoticeAbout(ending.open, linked.provider)] : []),
    ...(change ? [gte(socialAccounts.createdAt, change.createdAt)] : []),
  ];
}

/**
 * SQL: whether a notice is about a linked account. With `more`, it is also about all accounts that were
 * linked at most an hour before the notice, or after it.
 */
const isNoticeAbout = ({ createdAt, more }: OpenNotice, provider: string) =>
  more
    ? gte(socialAccounts.createdAt, createdAt - HOUR)
    : and(eq(socialAccounts.provider, provider), lte(socialAccounts.createdAt, createdAt));
