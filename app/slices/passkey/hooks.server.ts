import { and, eq, exists, ne } from "drizzle-orm";
import { dbContext, settingsContext } from "#app/context.ts";
import { timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { isAboutReset } from "#app/identity/notice/notice.ts";
import type { ShownPasskeys } from "./account-part.tsx";
import { lastUseOf, listPasskeys } from "./passkey.server.ts";
import { passkeys } from "./passkeys.table.ts";
import { offersPasskeySignIn } from "./passkeys-offered.ts";
import { passkeyTables } from "./personal.ts";
import { passkeyOfStep, proveByPasskey } from "./prove-by-passkey.server.ts";
import { userPart } from "./user-part.server.ts";

export const passkeyHooks: IdentityHooks = {
  user: userPart,
  account: {
    key: "passkey",
    async read(context, owner) {
      if (!context.get(settingsContext).PASSKEYS) return () => null;
      const all = await listPasskeys(context.get(dbContext), owner);
      const lastUsedAt = lastUseOf(all);
      const lastUsed = lastUsedAt === null ? null : timeFromNow(context)(lastUsedAt);
      return ({ mayChange }): ShownPasskeys => (mayChange ? { count: all.length, lastUsed } : null);
    },
  },
  personal: passkeyTables,
  factor: {
    kind: "passkey",
    asks: "passkey",
    hasFactor: (db, userId) =>
      exists(db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId))),
    isOffered: offersPasskeySignIn,
    part: passkeyOfStep,
    prove: proveByPasskey,
  },
  wayIn: {
    remains(db, settings, userId, removed) {
      if (!settings.PASSKEYS) return undefined;
      const others = and(
        eq(passkeys.userId, userId),
        removed.kind === "passkey" ? ne(passkeys.id, removed.id) : undefined,
      );
      return exists(db.select({ id: passkeys.id }).from(passkeys).where(others));
    },
  },
  endAccess(db, ending) {
    const { why, userId, where } = ending;
    const keeps =
      why === "email-changed" ||
      why === "email-restored" ||
      // The passkeys stay, because a stranger may have begun the reset that would remove them.
      (why === "locked-out" && isAboutReset(ending.open.notice));
    return keeps ? [] : [db.delete(passkeys).where(and(eq(passkeys.userId, userId), where))];
  },
};
