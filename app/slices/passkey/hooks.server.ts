import { and, eq, exists, ne } from "drizzle-orm";
import { settingsContext } from "#app/context.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { tellsOfReset } from "#app/identity/notice/notice.ts";
import { passkeys } from "./passkeys.table.ts";
import { offersPasskeySignIn } from "./passkeys-offered.ts";
import { passkeyTables } from "./personal.ts";
import { passkeyOfStep, proveByPasskey } from "./prove-by-passkey.server.ts";

export const passkeyHooks: IdentityHooks = {
  account: {
    key: "passkey",
    read:
      async (context) =>
      ({ mayChange }) =>
        mayChange && context.get(settingsContext).PASSKEYS,
  },
  personal: passkeyTables,
  factor: {
    kind: "passkey",
    asks: "passkey",
    isHeld: (db, userId) =>
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
      // A stranger may have begun the reset, which would have removed them.
      (why === "locked-out" && tellsOfReset(ending.open.notice));
    return keeps ? [] : [db.delete(passkeys).where(and(eq(passkeys.userId, userId), where))];
  },
};
