import { useState } from "react";
import { data, href, useLocation } from "react-router";
import { dbContext, platformContext, viewerContext } from "#app/context.ts";
import { isLanguage } from "#app/core/i18n/languages.ts";
import { timeFormatter, timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { backToList, keepList } from "#app/core/lists/list-place.ts";
import { SelectBox } from "#app/core/lists/selection/selection.tsx";
import { usePageFetcher } from "#app/core/lists/use-page-fetcher.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { ConfirmDialog } from "#app/core/ui/dialog/confirm-dialog.tsx";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { formatBanEnd } from "#app/identity/ban/ban-end.server.ts";
import { findPicture } from "#app/identity/hooks/find-picture.server.ts";
import { hooked } from "#app/identity/hooks/hooks.server.ts";
import { changeUser } from "#app/identity/manage-users/user-actions.server.ts";
import { UserFacts } from "#app/identity/manage-users/user-facts.tsx";
import { findUserHistory } from "#app/identity/manage-users/user-history.server.ts";
import { UserHistory } from "#app/identity/manage-users/user-history.tsx";
import { UserToolbar } from "#app/identity/manage-users/user-toolbar.tsx";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { RevokeQuestion } from "#app/identity/session/revoke-question.tsx";
import { SelectableSessions } from "#app/identity/session/selectable-sessions.tsx";
import { sessionRows } from "#app/identity/session/session-row.server.ts";
import { SessionRows } from "#app/identity/session/session-rows.tsx";
import { DeletedWithAccount } from "#app/identity/user/deleted-with-account.tsx";
import { findWhatGoes } from "#app/identity/user/ties.server.ts";
import { findUser } from "#app/identity/user/user.server.ts";
import { can } from "#app/permissions.ts";
import type { Route } from "./+types/user.ts";
import { userParts } from "./user-parts.tsx";

export const middleware = [requirePermissionInParallel("user:read")];

/** The action that the page asks the reader to confirm: `confirm` in the URL. */
const QUESTIONS = ["delete", "revoke"] as const;

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const { now } = context.get(platformContext);
  const db = context.get(dbContext);
  const asked = url.searchParams.get("confirm");
  const [user, picture, sessions, history, goes, ...shown] = await Promise.all([
    findUser(db, params.id, now),
    findPicture(context, params.id),
    sessionRows(context, params.id, url.searchParams.get("after")),
    findUserHistory(context, params.id),
    asked === "delete" ? findWhatGoes(db, params.id) : [],
    ...hooked("user").map(async ({ key, read }) => [key, await read(context, params.id, url)] as const),
  ]);
  if (!user) throw data(null, { status: 404 });
  const viewer = await context.get(viewerContext);
  const isSelf = viewer.id === user.id;
  const may = {
    update: can(viewer.role, "user:update"),
    ban: can(viewer.role, "user:ban") && !isSelf && !user.ban,
    unban: can(viewer.role, "user:ban") && user.ban !== null,
    delete: can(viewer.role, "user:delete") && !isSelf,
    revoke: can(viewer.role, "session:revoke"),
  };
  const inWords = timeFormatter(context);
  const fromNow = timeFromNow(context);
  const { id, email, name, role, ban } = user;
  const confirm = QUESTIONS.find((question) => question === asked && may[question]) ?? null;
  const page = { user: { ...user, isBanned: ban !== null }, viewer, isSelf, asked };
  return {
    user: {
      id,
      email,
      name,
      role,
      picture,
      onboarded: user.onboardedAt === null ? null : fromNow(user.onboardedAt),
      created: fromNow(user.createdAt),
      lastSeen: user.lastSeenAt === null ? null : fromNow(user.lastSeenAt),
      language: isLanguage(user.language) ? user.language : null,
      timeZone: user.timeZone,
      ban: ban && {
        reason: ban.reason,
        since: inWords(ban.since),
        end: formatBanEnd(context, ban.until),
      },
    },
    sessions: can(viewer.role, "session:list") ? sessions : null,
    isSelf,
    may,
    /** The data that slices show, by the key of their part. */
    parts: Object.fromEntries(shown.map(([key, show]) => [key, show(page)])) as Record<string, unknown>,
    history: can(viewer.role, "audit:list") ? history : null,
    confirm,
    goes: confirm === "delete" ? goes : [],
  };
}

export async function action({ request, url, context, params }: Route.ActionArgs) {
  return changeUser(params.id, { request, url, context });
}

export default function User({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key, search } = useLocation();
  const fetcher = usePageFetcher<typeof loader>();
  const { user, sessions, isSelf, may, history, confirm, goes, parts } = loaderData;
  const page = href("/manager/users/:id", { id: user.id });
  const here = keepList(page, search);
  const hasSessions = (sessions?.items.length ?? 0) > 0;
  // A list stays after its last row was revoked in place, and says that it is empty.
  const [opened, setOpened] = useState({ key, hasSessions });
  if (opened.key !== key) setOpened({ key, hasSessions });
  const asking = (question: string) => keepList(page, search, { confirm: question });
  const shown = userParts().map((part) => ({
    ...part,
    // A hook with the same key has loaded the data. A test compares the keys of the two lists.
    props: { data: parts[part.key] as never, here, email: user.email, asking },
  }));
  return (
    <>
      <PageTitle title={user.name ?? user.email} />
      <div className="mb-6">
        <BackLink to={backToList(href("/manager/users"), search)}>{t("user:list.title")}</BackLink>
      </div>
      <UserFacts
        user={user}
        isSelf={isSelf}
        more={shown.flatMap(({ facts, props }) => facts?.({ ...props, t }) ?? [])}
        actions={
          <UserToolbar userId={user.id} may={may}>
            {shown.map(({ menuEntry, props }) => menuEntry?.({ ...props, t }))}
          </UserToolbar>
        }
      >
        {shown.map(({ key, Alert, props }) => Alert && <Alert key={key} {...props} />)}
      </UserFacts>
      {sessions && (
        <section aria-labelledby="sessions">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
            <h2 id="sessions" className="font-serif text-2xl font-semibold">
              {t("session:list.title")}
            </h2>
            {may.revoke && hasSessions && (
              <ButtonLink variant="secondary" to={asking("revoke")} replace preventScrollReset>
                {isSelf ? t("session:revokeOthers") : t("session:revokeAll")}
              </ButtonLink>
            )}
          </div>
          {!hasSessions && !opened.hasSessions ? (
            <EmptyState isPart title={t("session:list.empty")} />
          ) : (
            <SelectableSessions key={key} here={here} mayRevoke={may.revoke}>
              <SessionRows
                first={sessions}
                fetcher={fetcher}
                mayRevoke={may.revoke}
                {...(may.revoke && { box: (row) => <SelectBox {...row} /> })}
              />
            </SelectableSessions>
          )}
        </section>
      )}
      {shown.map(({ key, Section, props }) => Section && <Section key={key} {...props} />)}
      {history && <UserHistory userId={user.id} entries={history} />}
      {confirm === "revoke" && <RevokeQuestion here={here} isSelf={isSelf} />}
      {confirm === "delete" && (
        <ConfirmDialog
          title={t("user:manager.confirmDelete")}
          description={t("user:manager.confirmDeleteDescription", { email: user.email })}
          here={here}
          intent="delete"
          submit={t("delete")}
        >
          <DeletedWithAccount names={goes}>{t("user:manager.deletedToo")}</DeletedWithAccount>
        </ConfirmDialog>
      )}
      {shown.map(({ key, Question, props }) => Question && <Question key={key} {...props} />)}
    </>
  );
}
