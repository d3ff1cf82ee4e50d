import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import type { AccountPart } from "#app/identity/account/account-part.ts";
import { AccountSection } from "#app/identity/account/account-section.tsx";

/** Leads to the second step, if the reader may change it. */
export const secondStepPart: AccountPart<boolean> = {
  key: "second-step",
  Section({ data: mayChange }) {
    const { t } = useI18n();
    if (!mayChange) return null;
    return (
      <AccountSection
        id="second-step"
        title={t("account:secondStep.title")}
        description={t("account:secondStep.description")}
      >
        <ButtonLink variant="secondary" to={href("/account/second-step")}>
          {t("account:secondStep.open")}
        </ButtonLink>
      </AccountSection>
    );
  },
};
