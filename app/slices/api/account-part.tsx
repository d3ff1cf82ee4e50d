import { href, Link } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import type { AccountPart } from "#app/identity/account/account-part.ts";
import { AccountSection } from "#app/identity/account/account-section.tsx";

/** What the account page says of access tokens. */
export interface ShownTokens {
  mayChange: boolean;
  /** Whether ending the other sessions leaves programs that act for the reader. Known where that is asked. */
  stay: boolean;
}

/** Leads to the access tokens. */
export const tokensPart: AccountPart<ShownTokens> = {
  key: "api",
  Section({ data }) {
    const { t } = useI18n();
    if (!data.mayChange) return null;
    return (
      <AccountSection
        id="tokens"
        title={t("account:tokens.title")}
        description={t("account:tokens.description")}
      >
        <ButtonLink variant="secondary" to={href("/account/tokens")}>
          {t("account:tokens.open")}
        </ButtonLink>
      </AccountSection>
    );
  },
  OfEnding({ data }) {
    const { t } = useI18n();
    if (!data.stay) return null;
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
