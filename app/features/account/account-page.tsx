import { Form, href, Link, useFetcher, useLocation } from "react-router";
import { LinkedAccounts, UnlinkDialog } from "#app/features/provider/linked-accounts.tsx";
import { REVOKE_SESSIONS, RevokeQuestion } from "#app/features/session/revoke-question.tsx";
import { SessionRows } from "#app/features/session/session-rows.tsx";
import type { FormResult } from "#app/forms/use-form-result.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { StatusMessage } from "#app/ui/status-message.tsx";
import type { readAccount } from "./account.server.ts";
import { AccountSection } from "./account-section.tsx";
import { CHANGE_EMAIL, ChangeEmailDialog, ConfirmEmailDialog } from "./change-email.tsx";
import { CHANGE_NAME, ChangeNameDialog } from "./change-name-dialog.tsx";
import { LanguageForm } from "./language-form.tsx";
import { NameAndEmail } from "./name-and-email.tsx";
import { ThemeForm } from "./theme-form.tsx";

/** The reader's own account page: the component of a route in both areas. */
export function AccountPage({
  loaderData,
  actionData: lastResult,
}: {
  loaderData: Awaited<ReturnType<typeof readAccount>>;
  actionData?: FormResult;
}) {
  const { t } = useI18n();
  const { key, pathname } = useLocation();
  const fetcher = useFetcher<typeof readAccount>({ key });
  const {
    name,
    email,
    sessions,
    linked,
    linkable,
    mayLink,
    unlinking,
    mayChange,
    mayDownload,
    mayHavePasskeys,
    state,
    newEmail,
    timeZone,
    reset,
    tokensStay,
  } = loaderData;
  const intent = lastResult?.initialValue?.intent;
  return (
    <>
      <PageTitle title={t("common:account")} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-serif text-4xl font-semibold">{t("common:account")}</h1>
        <ButtonLink variant="secondary" to={href("/sign-out")}>
          <Icon name="log-out" className="size-4 rtl:rotate-180" />
          {t("common:signOut")}
        </ButtonLink>
      </div>
      {reset && (
        <div className="mt-6">
          <StatusMessage
            type="warning"
            action={
              <Form method="post" action={pathname} className="mt-2">
                <SubmitButton variant="secondary" intent="stop-reset">
                  {reset.stop}
                </SubmitButton>
              </Form>
            }
          >
            {reset.text}
          </StatusMessage>
        </div>
      )}
      <NameAndEmail account={loaderData} here={pathname} />
      <section aria-labelledby="preferences" className="mb-10">
        <h2 id="preferences" className="mb-4 font-serif text-2xl font-semibold">
          {t("account:preferences")}
        </h2>
        <div className="flex flex-col gap-5">
          <LanguageForm />
          <ThemeForm />
          <div>
            <p className="font-medium">{t("account:timeZone.title")}</p>
            <p className="flex flex-wrap items-center gap-x-4">
              <bdi>{timeZone}</bdi>
              <Link
                to={href("/account/time-zone")}
                className="inline-flex min-h-11 items-center text-accent underline underline-offset-4 print:hidden"
              >
                {t("account:timeZone.open")}
              </Link>
            </p>
          </div>
        </div>
      </section>
      <section aria-labelledby="sessions">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
          <h2 id="sessions" className="font-serif text-2xl font-semibold">
            {t("account:sessions")}
          </h2>
          {mayChange && sessions.items.length > 1 && (
            <ButtonLink
              variant="secondary"
              to={`${pathname}?state=${REVOKE_SESSIONS}`}
              replace
              preventScrollReset
            >
              {t("session:revokeOthers")}
            </ButtonLink>
          )}
        </div>
        {sessions.items.length === 0 ? (
          <EmptyState isPart title={t("session:list.empty")} />
        ) : (
          <SessionRows key={key} first={sessions} fetcher={fetcher} mayRevoke={mayChange} />
        )}
      </section>
      {linked.length + linkable.length > 0 && (
        <LinkedAccounts accounts={linked} linkable={linkable} mayLink={mayLink} here={pathname} />
      )}
      {mayHavePasskeys && (
        <AccountSection
          id="passkeys"
          title={t("account:passkeys.title")}
          description={t("account:passkeys.description")}
        >
          <ButtonLink variant="secondary" to={href("/account/passkeys")}>
            {t("account:passkeys.open")}
          </ButtonLink>
        </AccountSection>
      )}
      {mayChange && (
        <AccountSection
          id="second-step"
          title={t("account:secondStep.title")}
          description={t("account:secondStep.description")}
        >
          <ButtonLink variant="secondary" to={href("/account/second-step")}>
            {t("account:secondStep.open")}
          </ButtonLink>
        </AccountSection>
      )}
      {mayChange && (
        <AccountSection
          id="tokens"
          title={t("account:tokens.title")}
          description={t("account:tokens.description")}
        >
          <ButtonLink variant="secondary" to={href("/account/tokens")}>
            {t("account:tokens.open")}
          </ButtonLink>
        </AccountSection>
      )}
      {mayChange && (
        <AccountSection id="data" title={t("account:data.title")} description={t("account:data.description")}>
          <div className="flex flex-col items-start gap-3">
            {mayDownload ? (
              <ButtonLink variant="secondary" to={href("/account/data")} reloadDocument discover="none">
                <Icon name="download" className="size-4" />
                {t("account:data.download")}
              </ButtonLink>
            ) : (
              <Form method="post" action={pathname}>
                <SubmitButton variant="secondary" intent="prove">
                  <Icon name="download" className="size-4" />
                  {t("account:data.download")}
                </SubmitButton>
              </Form>
            )}
            <Link
              to={href("/account/delete")}
              className="inline-flex min-h-11 items-center font-medium text-accent underline-offset-4 hover:underline"
            >
              {t("account:delete.open")}
            </Link>
          </div>
        </AccountSection>
      )}
      {state === CHANGE_NAME && (
        <ChangeNameDialog
          lastResult={intent === "change-name" ? lastResult : undefined}
          name={name}
          here={pathname}
        />
      )}
      {state === REVOKE_SESSIONS && (
        <RevokeQuestion here={pathname} isSelf>
          {tokensStay && (
            <p className="mt-2 text-quiet">
              {t("account:tokens.stay")}{" "}
              <Link
                to={href("/account/tokens")}
                className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
              >
                {t("account:tokens.open")}
              </Link>
            </p>
          )}
        </RevokeQuestion>
      )}
      {state === CHANGE_EMAIL && (
        <ChangeEmailDialog lastResult={intent === "change-email" ? lastResult : undefined} here={pathname} />
      )}
      {unlinking && !state && <UnlinkDialog account={unlinking} email={email} here={pathname} />}
      {newEmail && !state && !unlinking && (
        <ConfirmEmailDialog
          key={newEmail}
          lastResult={lastResult}
          email={email}
          newEmail={newEmail}
          here={pathname}
        />
      )}
    </>
  );
}
