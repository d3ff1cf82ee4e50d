import { href } from "react-router";
import type { FormattedTime } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Moment } from "#app/core/ui/moment.tsx";
import type { AccountPart } from "#app/identity/account/account-part.ts";
import { SecurityFact } from "#app/identity/account/security-fact.tsx";

/** The passkeys, for the account page; null if the reader may not change them. */
export type ShownPasskeys = { count: number; lastUsed: FormattedTime | null } | null;

/** Shows how many passkeys there are, and when one was last used. */
export const passkeysPart: AccountPart<ShownPasskeys> = {
  key: "passkey",
  State({ data }) {
    const { t } = useI18n();
    if (!data) return null;
    const { count, lastUsed } = data;
    return (
      <SecurityFact term={t("account:passkeys.title")} to={href("/account/passkeys")}>
        <span>{count === 0 ? t("account:passkeys.none") : t("account:passkeys.count", { count })}</span>
        {lastUsed && (
          <span className="text-quiet">
            <Moment time={lastUsed}>{(time) => t("account:passkeys.lastUsed", { time })}</Moment>
          </span>
        )}
      </SecurityFact>
    );
  },
};
