import { Form, href, Link, useFetcher, useLocation } from "react-router";
import type { FormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { RevokeQuestion } from "#app/identity/session/revoke-question.tsx";
import { REVOKE_SESSIONS } from "#app/identity/session/revoke-sessions.ts";
import { SessionRows } from "#app/identity/session/session-rows.tsx";
import type { readAccount } from "./account.server.ts";
import type { AccountPart } from "./account-part.ts";
import { AccountSection } from "./account-section.tsx";
import { CHANGE_EMAIL, ChangeEmailDialog, ConfirmEmailDialog } from "./change-email.tsx";
import { CHANGE_NAME, ChangeNameDialog } from "./change-name-dialog.tsx";
import { LanguageForm } from "./language-form.tsx";
import { NameAndEmail } from "./name-and-email.tsx";
import { SecurityFact } from "./security-fact.tsx";
import { ThemeForm } from "./theme-form.tsx";

/** The reader's own account page: the component of a route in both areas. */
export function AccountPage({
  loaderData,
  actionData: lastResult,
  parts,
}: {
  loaderData: Awaited<ReturnType<typeof readAccount>>;
  actionData?: FormResult;
  parts: readonly AccountPart[];
}) {
  const { t } = useI18n();
  const { key, pathname } = useLocation();
  const fetcher = useFetcher<typeof readAccount>({ key });
  const { name, email, sessions, mayChange, mayDownload, state, newEmail, timeZone } = loaderData;
  const intent = lastResult?.initialValue?.intent;
  const shown = parts.map((part) => ({
    ...part,
    // A hook with the same key has loaded the data. A test compares the keys of the two lists.
    props: { data: loaderData.parts[part.key] as never, here: pathname, email },
  }));
  const isAsking = shown.some(({ isAsking, props }) => isAsking?.(props.data));
  return (
    <>
      <PageTitle title={t("common:account")} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-serif text-4xl font-semibold">{t("common:account")}</h1>
        <ButtonLink variant="secondary" to={href("/sign-out")}>
          <Icon name="log-out" className="size-4 rtl:rotate-180" />
          <span>{t("common:signOut")}</span>
        </ButtonLink>
      </div>
      <div className="mt-6 flex flex-col gap-4 empty:hidden">
        {shown.map(({ key, Alert, props }) => Alert && <Alert key={key} {...props} />)}
      </div>
      <NameAndEmail account={loaderData} here={pathname}>
        {shown.map(({ key, Fact, props }) => Fact && <Fact key={key} {...props} />)}
      </NameAndEmail>
      {mayChange && (
        <section aria-labelledby="security" className="mb-10">
          <h2 id="security" className="mb-2 font-serif text-2xl font-semibold">
            {t("account:security.title")}
          </h2>
          <dl className="max-w-xl divide-y divide-line border-y border-line">
            {shown.map(({ key, State, props }) => State && <State key={key} {...props} />)}
            <SecurityFact term={t("session:list.title")} to="#sessions">
              {t(sessions.next ? "account:security.moreSessions" : "account:security.sessions", {
                count: sessions.items.length,
              })}
            </SecurityFact>
          </dl>
        </section>
      )}
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
            <p className="text-quiet">{t("account:timeZone.emails")}</p>
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
      {shown.map(({ key, Section, props }) => Section && <Section key={key} {...props} />)}
      {mayChange && (
        <AccountSection id="data" title={t("account:data.title")} description={t("account:data.description")}>
          <div className="flex flex-col items-start gap-3">
            {mayDownload ? (
              <ButtonLink variant="secondary" to={href("/account/data")} reloadDocument discover="none">
                <Icon name="download" className="size-4" />
                <span>{t("account:data.download")}</span>
              </ButtonLink>
            ) : (
              <Form method="post" action={pathname}>
                <SubmitButton variant="secondary" intent="prove">
                  <Icon name="download" className="size-4" />
                  <span>{t("account:data.download")}</span>
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
          {shown.map(({ key, OfEnding, props }) => OfEnding && <OfEnding key={key} {...props} />)}
        </RevokeQuestion>
      )}
      {state === CHANGE_EMAIL && (
        <ChangeEmailDialog lastResult={intent === "change-email" ? lastResult : undefined} here={pathname} />
      )}
      {!state && shown.map(({ key, Question, props }) => Question && <Question key={key} {...props} />)}
      {newEmail && !state && !isAsking && (
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
