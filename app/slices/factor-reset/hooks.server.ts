import { userSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { accountPart } from "./account-part.server.ts";
import { stopReset } from "./open-reset.server.ts";
import { factorResetTables } from "./personal.ts";
import { userPart } from "./user-part.server.ts";

export const factorResetHooks: IdentityHooks = {
  user: userPart,
  account: accountPart,
  personal: factorResetTables,
  endAccess(db, ending) {
    if (ending.why !== "locked-out") return [];
    const { userId, where, actor } = ending;
    const stop = stopReset(db, userId, actor.at, where);
    return withAuditEntry(db, stop, actor, "factor.stopReset", userSubject(userId));
  },
};
