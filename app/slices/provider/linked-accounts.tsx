import type { ReactNode } from "react";
import { Form, href } from "react-router";
import type { FormattedTime } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { ConfirmDialog } from "#app/core/ui/dialog/confirm-dialog.tsx";
import { Moment } from "#app/core/ui/moment.tsx";
import type { AccountPart } from "#app/identity/account/account-part.ts";

/** An account at a provider that the reader can sign in with. */
interface LinkedAccount {
  provider: string;
  label: string;
  since: FormattedTime;
  /** When the account was last used; null if that is not known. */
  lastUsed: FormattedTime | null;
}

/** A provider at which the reader has no linked account. */
interface LinkableProvider {
  name: string;
  label: string;
}

/** The linked accounts, for the account page. */
export interface ShownAccounts {
  accounts: LinkedAccount[];
  linkable: LinkableProvider[];
  /** Whether the reader has recently proven who they are. If not, the page first asks for a proof. */
  mayLink: boolean;
  /** The account that the page asks to unlink. */
  unlinking: LinkedAccount | null;
}

/** Shows the reader's linked accounts on their account page. */
export const linkedAccountsPart: AccountPart<ShownAccounts> = {
  key: "provider",
  Section: ({ data, here }) =>
    data.accounts.length + data.linkable.length > 0 && <LinkedAccounts {...data} here={here} />,
  Question: ({ data: { unlinking }, here, email }) =>
    unlinking && <UnlinkDialog account={unlinking} email={email} here={here} />,
  isAsking: ({ unlinking }) => unlinking !== null,
};

/**
 * The ways to sign in without a code: the linked accounts, each with a link to unlink it, and the providers that can be
 * linked.
 * @param here the path of the page without a dialog
 */
function LinkedAccounts({ accounts, linkable, mayLink, here }: ShownAccounts & { here: string }) {
  const { t } = useI18n();
  return (
    <section aria-labelledby="linked" className="mt-10">
      <h2 id="linked" className="mb-2 font-serif text-2xl font-semibold">
        {t("account:linked.title")}
      </h2>
      <p className="mb-4 max-w-prose text-quiet">{t("account:linked.description")}</p>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
        {accounts.map(({ provider, label, since, lastUsed }) => (
          <Row key={provider} label={label}>
            <p className="text-sm text-quiet">
              <Moment time={since}>{(time) => t("account:linked.since", { time })}</Moment>
              {lastUsed && (
                <>
                  <span>{" · "}</span>
                  <Moment time={lastUsed}>{(time) => t("account:linked.lastUsed", { time })}</Moment>
                </>
              )}
            </p>
            <ButtonLink
              variant="secondary"
              to={`${here}?${new URLSearchParams({ unlink: provider })}`}
              replace
              preventScrollReset
            >
              {t("account:linked.unlink", { provider: label })}
            </ButtonLink>
          </Row>
        ))}
        {linkable.map(({ name, label }) => (
          <Row key={name} label={label}>
            <p className="text-sm text-quiet">{t("account:linked.none")}</p>
            {mayLink ? (
              <ButtonLink
                variant="secondary"
                to={href("/account/link/:provider", { provider: name })}
                reloadDocument
                discover="none"
              >
                {t("account:linked.link", { provider: label })}
              </ButtonLink>
            ) : (
              <Form method="post" action={here}>
                <SubmitButton variant="secondary" intent="prove-link">
                  {t("account:linked.link", { provider: label })}
                </SubmitButton>
              </Form>
            )}
          </Row>
        ))}
      </ul>
    </section>
  );
}

/** @param children details about the account, and its action */
function Row({ label, children }: { label: string; children: [ReactNode, ReactNode] }) {
  const [facts, action] = children;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="font-medium">
          <bdi>{label}</bdi>
        </p>
        {facts}
      </div>
      {action}
    </li>
  );
}

/**
 * Asks for confirmation before unlinking, because a user who can no longer read emails to their address would be locked
 * out.
 */
function UnlinkDialog({
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
