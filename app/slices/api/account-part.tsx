import { href, Link } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { StatusMessage } from "#app/core/ui/status-message.tsx";
import type { AccountPart } from "#app/identity/account/account-part.ts";
import { SecurityFact } from "#app/identity/account/security-fact.tsx";

/** The active access tokens, for the account page. Null if the reader may not change them. */
export type ShownTokens = {
  count: number;
  /** The token that expires first: its name, the formatted day, and whether that day is soon. */
  next: { name: string; day: string; isSoon: boolean } | null;
} | null;

/** Shows how many access tokens there are, and which expires next. */
export const tokensPart: AccountPart<ShownTokens> = {
  key: "api",
  Alert({ data }) {
    const { t } = useI18n();
    if (!data?.next?.isSoon) return null;
    const { name, day } = data.next;
    return (
      <StatusMessage
        type="warning"
        isStanding
        action={
          <ButtonLink variant="secondary" to={href("/account/tokens")}>
            {t("account:tokens.open")}
          </ButtonLink>
        }
      >
        {t("account:tokens.endsSoon", { name, day })}
      </StatusMessage>
    );
  },
  State({ data }) {
    const { t } = useI18n();
    if (!data) return null;
    const { count, next } = data;
    return (
      <SecurityFact term={t("account:tokens.title")} to={href("/account/tokens")}>
        <span>{count === 0 ? t("account:tokens.none") : t("account:tokens.count", { count })}</span>
        {next && <span className="text-quiet">{t("account:tokens.nextEnds", { day: next.day })}</span>}
      </SecurityFact>
    );
  },
  OfEnding({ data }) {
    const { t } = useI18n();
    // Ending the other sessions does not revoke access tokens, so the page says that they still work.
    if (!data || data.count === 0) return null;
    return (
      <p className="mt-2 text-quiet">
        <span>{`${t("account:tokens.stay")} `}</span>
        <Link
          to={href("/account/tokens")}
          className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
        >
          {t("account:tokens.open")}
        </Link>
      </p>
    );
  },
};
