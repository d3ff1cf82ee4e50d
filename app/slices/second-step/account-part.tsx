import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { StatusMessage } from "#app/core/ui/status-message.tsx";
import type { AccountPart } from "#app/identity/account/account-part.ts";
import { SecurityFact } from "#app/identity/account/security-fact.tsx";

/** The second step, for the account page; null if the reader may not change it. */
export type ShownSecondStep = {
  on: { since: string; codesLeft: number } | null;
  /** Whether the page warns that the second step is off. */
  isMissed: boolean;
} | null;

/** Shows whether the second step is on, and how many recovery codes are left. */
export const secondStepPart: AccountPart<ShownSecondStep> = {
  key: "second-step",
  Alert({ data }) {
    const { t } = useI18n();
    const hasNoCodes = data?.on?.codesLeft === 0;
    if (!data?.isMissed && !hasNoCodes) return null;
    return (
      <StatusMessage
        type="warning"
        isStanding
        action={
          <ButtonLink variant="secondary" to={href("/account/second-step")}>
            {t(hasNoCodes ? "account:secondStep.renew" : "account:secondStep.setUp")}
          </ButtonLink>
        }
      >
        {t(hasNoCodes ? "account:secondStep.noCodes" : "account:secondStep.missed")}
      </StatusMessage>
    );
  },
  State({ data }) {
    const { t } = useI18n();
    if (!data) return null;
    return (
      <SecurityFact term={t("account:secondStep.title")} to={href("/account/second-step")}>
        {data.on ? (
          <>
            <span>{t("account:secondStep.on", { day: data.on.since })}</span>
            <span className="text-quiet">
              {t("account:secondStep.codesLeft", { count: data.on.codesLeft })}
            </span>
          </>
        ) : (
          t("account:secondStep.off")
        )}
      </SecurityFact>
    );
  },
};
