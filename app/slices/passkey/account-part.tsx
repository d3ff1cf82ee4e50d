import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import type { AccountPart } from "#app/identity/account/account-part.ts";
import { AccountSection } from "#app/identity/account/account-section.tsx";

/** Leads to the passkeys, if the reader may change them. */
export const passkeysPart: AccountPart<boolean> = {
  key: "passkey",
  Section({ data: mayChange }) {
    const { t } = useI18n();
    if (!mayChange) return null;
    return (
      <AccountSection
        id="passkeys"
        title={t("account:passkeys.title")}
        description={t("account:passkeys.description")}
      >
        <ButtonLink variant="secondary" to={href("/account/passkeys")}>
          {t("account:passkeys.open")}
        </ButtonLink>
      </AccountSection>
    );
  },
};
