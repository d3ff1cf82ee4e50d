import type { ReactNode } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Address } from "#app/core/ui/address.tsx";
import { Badge } from "#app/core/ui/badge.tsx";
import type { readAccount } from "./account.server.ts";
import { AccountFact, FactLink } from "./account-fact.tsx";
import { CHANGE_EMAIL, PendingEmailChange } from "./change-email.tsx";
import { CHANGE_NAME } from "./change-name-dialog.tsx";

/** The reader's name and address, each with the link that changes it. @param here the path of the account page */
export function NameAndEmail({
  account: { name, email, verified, mayChange, waitingEmail },
  here,
  children,
}: {
  account: Awaited<ReturnType<typeof readAccount>>;
  here: string;
  /** Further facts, from slices. */
  children: ReactNode;
}) {
  const { t } = useI18n();
  const dialog = (state: string) => ({
    to: `${here}?state=${state}`,
    replace: true,
    preventScrollReset: true,
  });
  return (
    <dl className="mt-6 mb-10 max-w-xl divide-y divide-line border-y border-line">
      <AccountFact term={t("user:fields.name")}>
        <bdi className="min-w-0 match-parent">{name ?? t("user:noName")}</bdi>
        {mayChange && <FactLink {...dialog(CHANGE_NAME)}>{t("account:changeName.open")}</FactLink>}
      </AccountFact>
      <AccountFact term={t("user:fields.email")}>
        <Address className="min-w-0 match-parent">{email}</Address>
        {!verified && <Badge tone="danger">{t("account:notVerified")}</Badge>}
        {mayChange && <FactLink {...dialog(CHANGE_EMAIL)}>{t("account:changeEmail.open")}</FactLink>}
        {waitingEmail && <PendingEmailChange waiting={waitingEmail} here={here} />}
      </AccountFact>
      {children}
    </dl>
  );
}
