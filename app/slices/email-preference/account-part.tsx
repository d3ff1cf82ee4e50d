import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import type { AccountPart } from "#app/identity/account/account-part.ts";
import { AccountSection } from "#app/identity/account/account-section.tsx";

/** Links to the choice of emails, if the reader may change it. */
export const emailPreferencePart: AccountPart<boolean> = {
  key: "email-preference",
  Section({ data: mayChange }) {
    const { t } = useI18n();
    if (!mayChange) return null;
    return (
      <AccountSection id="emails" title={t("preference:title")} description={t("preference:description")}>
        <ButtonLink variant="secondary" to={href("/account/emails")}>
          {t("preference:open")}
        </ButtonLink>
      </AccountSection>
    );
  },
};
