import type { ReactNode } from "react";
import { Link } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Badge } from "#app/core/ui/badge.tsx";
import type { readAccount } from "./account.server.ts";
import { CHANGE_EMAIL, WaitingEmail } from "./change-email.tsx";
import { CHANGE_NAME } from "./change-name-dialog.tsx";

/** The reader's name and address, each with the link that changes it. @param here the path of the account page */
export function NameAndEmail({
  account: { name, email, verified, mayChange, waitingEmail },
  here,
  children,
}: {
  account: Awaited<ReturnType<typeof readAccount>>;
  here: string;
  /** What slices know of the reader. */
  children: ReactNode;
}) {
  const { t } = useI18n();
  return (
    <dl className="mt-6 mb-10 max-w-xl divide-y divide-line border-y border-line">
      <div className="flex flex-wrap gap-x-4 py-3">
        <dt className="w-28 text-quiet">{t("user:fields.name")}</dt>
        <dd className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-x-4 break-words">
          <bdi className="min-w-0 match-parent">{name ?? t("user:noName")}</bdi>
          {mayChange && (
            <StateLink to={`${here}?state=${CHANGE_NAME}`}>{t("account:changeName.open")}</StateLink>
          )}
        </dd>
      </div>
      <div className="flex flex-wrap gap-x-4 py-3">
        <dt className="w-28 text-quiet">{t("user:fields.email")}</dt>
        <dd className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-x-4 break-words">
          <bdi className="min-w-0 match-parent">{email}</bdi>
          {!verified && <Badge tone="danger">{t("account:notVerified")}</Badge>}
          {mayChange && (
            <StateLink to={`${here}?state=${CHANGE_EMAIL}`}>{t("account:changeEmail.open")}</StateLink>
          )}
          {waitingEmail && <WaitingEmail waiting={waitingEmail} here={here} />}
        </dd>
      </div>
      {children}
    </dl>
  );
}

/** Opens a dialog that is a state of the URL. */
function StateLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      replace
      preventScrollReset
      className="-my-2.5 inline-block py-2.5 text-accent underline underline-offset-4 print:hidden"
    >
      {children}
    </Link>
  );
}
