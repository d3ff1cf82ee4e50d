import { Link } from "react-router";
import {
  dbContext,
  i18nContext,
  platformContext,
  sessionTokenContext,
  settingsContext,
  viewerContext,
} from "#app/context.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { StatusMessage } from "#app/core/ui/status-message.tsx";
import { accountPathOf } from "#app/identity/account/account-area.server.ts";
import { keepsAccount } from "#app/identity/account/delete-account.server.ts";
import { DeleteAccountForms } from "#app/identity/account/delete-account.tsx";
import { confirmDeletion } from "#app/identity/account/delete-account-actions.server.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import { requestedChallenge } from "#app/identity/login-code/login-challenge-cookie.server.ts";
import { ownerOf } from "#app/identity/session/session.server.ts";
import { DeletedWithAccount } from "#app/identity/user/deleted-with-account.tsx";
import type { Route } from "./+types/delete.ts";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const settings = context.get(settingsContext);
  const { t } = context.get(i18nContext);
  const token = context.get(sessionTokenContext) ?? "";
  const [viewer, { isLast, ties, goes }, challenge] = await Promise.all([
    context.get(viewerContext),
    keepsAccount(context.get(dbContext), await ownerOf(token), context.get(platformContext).now),
    requestedChallenge(request, settings, url, "delete-account"),
  ]);
  forbidWhileImpersonating(context, viewer);
  return {
    email: viewer.email,
    isLast,
    goes,
    ties: ties.map(({ code, remedy, rows }) => ({ message: t(`code:${code}`), remedy: t(remedy), rows })),
    codeSent: challenge !== null,
    logDays: settings.AUDIT_LOG_DAYS,
    account: accountPathOf(request, viewer.role),
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return confirmDeletion({ request, url, context });
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { email, isLast, ties, goes, codeSent, logDays, account } = loaderData;
  return (
    <>
      <PageTitle title={t("account:delete.title")} />
      <EntryHeading title={t("account:delete.title")}>
        <p>{t("account:delete.description")}</p>
        <p className="mt-2">
          {`${t("account:delete.kept", { count: logDays })} ${t("account:delete.keptShortly")}`}
        </p>
        <DeletedWithAccount names={goes}>{t("account:delete.goes")}</DeletedWithAccount>
      </EntryHeading>
      <div className="flex flex-col gap-5">
        {isLast && <StatusMessage type="warning">{t("account:delete.last")}</StatusMessage>}
        {ties.map(({ message, remedy, rows }) => (
          <div key={message}>
            <StatusMessage type="warning">{message}</StatusMessage>
            <p className="mt-2 text-quiet">{remedy}</p>
            <ul className="mt-2">
              {rows.map(({ label, path }) => (
                <li key={path}>
                  <Link
                    to={path}
                    className="inline-flex min-h-11 items-center wrap-anywhere text-accent underline underline-offset-4"
                  >
                    <bdi>{label}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {!isLast && ties.length === 0 && (
          <DeleteAccountForms lastResult={actionData} email={email} codeSent={codeSent} />
        )}
        <ButtonLink variant="secondary" width="full" to={account}>
          {t("common:cancel")}
        </ButtonLink>
      </div>
    </>
  );
}
