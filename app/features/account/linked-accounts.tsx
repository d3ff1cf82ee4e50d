import type { ShownTime } from "#app/i18n/time-in-words.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Moment } from "#app/ui/moment.tsx";

/** An account at a provider that the reader can sign in with. */
export interface LinkedAccount {
  provider: string;
  label: string;
  since: ShownTime;
}

/** The linked accounts, each with a link to unlink it. @param here the path of the page without a dialog */
export function LinkedAccounts({ accounts, here }: { accounts: LinkedAccount[]; here: string }) {
  const { t } = useI18n();
  return (
    <section aria-labelledby="linked" className="mt-10">
      <h2 id="linked" className="mb-2 font-serif text-2xl font-semibold">
        {t("account:linked.title")}
      </h2>
      <p className="mb-4 max-w-prose text-quiet">{t("account:linked.description")}</p>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
        {accounts.map(({ provider, label, since }) => (
          <li
            key={provider}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
          >
            <div className="min-w-0">
              <p className="font-medium">
                <bdi>{label}</bdi>
              </p>
              <p className="text-sm text-quiet">
                <Moment time={since}>{(time) => t("account:linked.since", { time })}</Moment>
              </p>
            </div>
            <ButtonLink
              variant="secondary"
              to={`${here}?${new URLSearchParams({ unlink: provider })}`}
              replace
              preventScrollReset
            >
              {t("account:linked.unlink", { provider: label })}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Asks before unlinking: anyone who can no longer read mail at their address would be locked out. */
export function UnlinkDialog({
  account: { provider, label },
  email,
  here,
}: {
  account: LinkedAccount;
  /** The reader's email address. */
  email: string;
  here: string;
}) {
  const { t } = useI18n();
  return (
    <ConfirmDialog
      title={t("account:linked.confirm.title", { provider: label })}
      description={t("account:linked.confirm.description", { provider: label, email })}
      here={here}
      intent="unlink"
      fields={{ provider }}
      submit={t("account:linked.unlink", { provider: label })}
    />
  );
}
