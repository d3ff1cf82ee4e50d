import { useState } from "react";
import { data, href, Link, useFetcher, useLocation } from "react-router";
import { dbContext, platformContext, viewerContext } from "#app/context.ts";
import { findReset } from "#app/features/factor-reset/open-reset.server.ts";
import { resetLabel, resetQuestion, shownReset } from "#app/features/factor-reset/reset-in-words.server.ts";
import { WaitingReset } from "#app/features/factor-reset/waiting-reset.tsx";
import { listLinkedAccounts } from "#app/features/provider/linked-accounts.server.ts";
import { providerLabel } from "#app/features/provider/offered-providers.ts";
import { ChosenSessions } from "#app/features/session/chosen-sessions.tsx";
import { RevokeQuestion } from "#app/features/session/revoke-question.tsx";
import { sessionRows } from "#app/features/session/session-row.server.ts";
import { SessionRows } from "#app/features/session/session-rows.tsx";
import { REVOKE_TOKENS, RevokeTokensQuestion } from "#app/features/token/revoke-tokens-question.tsx";
import { tokenRows } from "#app/features/token/token-row.server.ts";
import { TokenRows } from "#app/features/token/token-rows.tsx";
import { findUser } from "#app/features/user/user.server.ts";
import { changeUser } from "#app/features/user/user-actions.server.ts";
import { UserFacts } from "#app/features/user/user-facts.tsx";
import { UserToolbar } from "#app/features/user/user-toolbar.tsx";
import { timeFromNow, timeInWords } from "#app/i18n/time-in-words.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { BackLink } from "#app/lists/back-link.tsx";
import { backToList, keepList } from "#app/lists/list-place.ts";
import { SelectBox } from "#app/lists/selection.tsx";
import { requirePermissionInParallel } from "#app/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/user.ts";

export const middleware = [requirePermissionInParallel("user:read")];

/** What the page asks about before doing it: the `confirm` in the URL. */
const QUESTIONS = ["delete", "impersonate", "reset", "revoke"] as const;

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const { now } = context.get(platformContext);
  const [user, sessions, tokens, linked, reset] = await Promise.all([
    findUser(context.get(dbContext), params.id, now),
    sessionRows(context, params.id, url.searchParams.get("after")),
    tokenRows(context, params.id),
    listLinkedAccounts(context.get(dbContext), params.id),
    findReset(context.get(dbContext), params.id, now),
  ]);
  if (!user) throw data(null, { status: 404 });
  const viewer = await context.get(viewerContext);
  const isSelf = viewer.id === user.id;
  const may = {
    update: can(viewer.role, "user:update"),
    impersonate:
      can(viewer.role, "user:impersonate") &&
      !isSelf &&
      !user.ban &&
      !can(user.role, "apps:manager") &&
      // Before, they see nothing but the form that asks for their name.
      user.onboardedAt !== null,
    reset: can(viewer.role, "user:reset-factors") && !isSelf && reset.hasFactors && !reset.waiting,
    ban: can(viewer.role, "user:ban") && !isSelf && !user.ban,
    unban: can(viewer.role, "user:ban") && user.ban !== null,
    delete: can(viewer.role, "user:delete") && !isSelf,
    revoke: can(viewer.role, "session:revoke"),
  };
  const inWords = timeInWords(context);
  const { id, email, name, role, ban } = user;
  const asked = url.searchParams.get("confirm");
  const confirm = QUESTIONS.find((question) => question === asked && may[question]) ?? null;
  return {
    user: {
      id,
      email,
      name,
      role,
      onboarded: user.onboardedAt === null ? null : timeFromNow(context)(user.onboardedAt),
      linked: linked.map(({ provider, createdAt }) => ({
        label: providerLabel(provider),
        since: inWords(createdAt),
      })),
      ban: ban && {
        reason: ban.reason,
        since: inWords(ban.since),
        until: ban.until === null ? null : inWords(ban.until),
      },
    },
    sessions: can(viewer.role, "session:list") ? sessions : null,
    tokens: can(viewer.role, "session:list") ? tokens : [],
    isSelf,
    may,
    reset:
      reset.waiting && can(viewer.role, "user:reset-factors")
        ? shownReset(context, reset.waiting, { mayConfirm: !isSelf && viewer.id !== reset.waiting.begunById })
        : null,
    mayAudit: can(viewer.role, "audit:list"),
    confirm,
    resetLabel: may.reset ? resetLabel(context) : null,
    resetQuestion: confirm === "reset" ? resetQuestion(context, user) : null,
    asksForTokens: asked === REVOKE_TOKENS && may.revoke && tokens.length > 0,
  };
}

export async function action({ request, url, context, params }: Route.ActionArgs) {
  return changeUser(params.id, { request, url, context });
}

export default function User({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key, search } = useLocation();
  const fetcher = useFetcher<typeof loader>({ key });
  const {
    user,
    sessions,
    tokens,
    isSelf,
    may,
    mayAudit,
    confirm,
    asksForTokens,
    reset,
    resetLabel,
    resetQuestion,
  } = loaderData;
  const page = href("/manager/users/:id", { id: user.id });
  const here = keepList(page, search);
  const has = { sessions: (sessions?.items.length ?? 0) > 0, tokens: tokens.length > 0 };
  // With the last row revoked in place, its list stays, and says so.
  const [opened, setOpened] = useState({ key, ...has });
  if (opened.key !== key) setOpened({ key, ...has });
  return (
    <>
      <PageTitle title={user.name ?? user.email} />
      <div className="mb-6">
        <BackLink to={backToList(href("/manager/users"), search)}>{t("user:list.title")}</BackLink>
      </div>
      <UserFacts user={user} isSelf={isSelf}>
        <UserToolbar userId={user.id} may={may} resetLabel={resetLabel} />
        {reset && <WaitingReset reset={reset} here={here} />}
      </UserFacts>
      {sessions && (
        <section aria-labelledby="sessions">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
            <h2 id="sessions" className="font-serif text-2xl font-semibold">
              {t("session:list.title")}
            </h2>
            {may.revoke && has.sessions && (
              <ButtonLink
                variant="secondary"
                to={keepList(page, search, { confirm: "revoke" })}
                replace
                preventScrollReset
              >
                {isSelf ? t("session:revokeOthers") : t("session:revokeAll")}
              </ButtonLink>
            )}
          </div>
          {!has.sessions && !opened.sessions ? (
            <EmptyState isPart title={t("session:list.empty")} />
          ) : (
            <ChosenSessions key={key} here={here} mayRevoke={may.revoke}>
              <SessionRows
                first={sessions}
                fetcher={fetcher}
                mayRevoke={may.revoke}
                {...(may.revoke && { box: (row) => <SelectBox {...row} /> })}
              />
            </ChosenSessions>
          )}
        </section>
      )}
      {(has.tokens || opened.tokens) && (
        <section aria-labelledby="tokens" className="mt-10">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
            <h2 id="tokens" className="font-serif text-2xl font-semibold">
              {t("token:ofUser")}
            </h2>
            {may.revoke && has.tokens && (
              <ButtonLink
                variant="secondary"
                to={keepList(page, search, { confirm: REVOKE_TOKENS })}
                replace
                preventScrollReset
              >
                {t("token:revokeAll")}
              </ButtonLink>
            )}
          </div>
          <TokenRows key={key} tokens={tokens} mayRevoke={may.revoke} />
        </section>
      )}
      {mayAudit && (
        <Link
          to={`${href("/manager/audit")}?${new URLSearchParams({ person: user.id })}`}
          className="mt-10 inline-flex min-h-11 items-center gap-2 text-accent underline underline-offset-4"
        >
          <Icon name="scroll-text" className="size-4" />
          {t("audit:ofUser")}
        </Link>
      )}
      {confirm === "revoke" && <RevokeQuestion here={here} isSelf={isSelf} />}
      {asksForTokens && <RevokeTokensQuestion here={here} />}
      {confirm === "delete" && (
        <ConfirmDialog
          title={t("user:manager.confirmDelete")}
          description={t("user:manager.confirmDeleteDescription", { email: user.email })}
          here={here}
          intent="delete"
          submit={t("delete")}
        />
      )}
      {resetQuestion && <ConfirmDialog {...resetQuestion} here={here} intent="begin-reset" />}
      {confirm === "impersonate" && (
        <ConfirmDialog
          title={t("user:impersonate.title")}
          description={t("user:impersonate.description", { email: user.email })}
          here={here}
          intent="impersonate"
          submit={t("user:impersonate.submit")}
          variant="primary"
        />
      )}
    </>
  );
}
