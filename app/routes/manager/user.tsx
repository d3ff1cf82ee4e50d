import { Pencil, Trash2 } from "lucide-react";
import { data, Form, href, useLocation } from "react-router";
import { dbContext, platformContext, viewerContext } from "#app/context.ts";
import { can } from "#app/features/auth/permissions.ts";
import { sessionRows } from "#app/features/session/session-row.server.ts";
import { SessionRows } from "#app/features/session/session-rows.tsx";
import { findUser } from "#app/features/user/user.server.ts";
import { changeUser } from "#app/features/user/user-actions.server.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { timeInWords } from "#app/lib/time-in-words.server.ts";
import { requirePermission } from "#app/middleware/guards.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/user.ts";

export const middleware = [requirePermission("user:read")];

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const [user, sessions] = await Promise.all([
    findUser(context.get(dbContext), params.id, context.get(platformContext).now),
    sessionRows(context, params.id, url.searchParams.get("after")),
  ]);
  if (!user) throw data(null, { status: 404 });
  const viewer = await context.get(viewerContext);
  const isSelf = viewer.id === user.id;
  const mayDelete = can(viewer.role, "user:delete") && !isSelf;
  return {
    user,
    onboarded: user.onboardedAt === null ? null : timeInWords(context)(user.onboardedAt),
    sessions: can(viewer.role, "session:list") ? sessions : null,
    isSelf,
    mayUpdate: can(viewer.role, "user:update"),
    mayDelete,
    mayRevoke: can(viewer.role, "session:revoke"),
    confirming: mayDelete && url.searchParams.get("confirm") === "delete",
  };
}

export async function action({ request, url, context, params }: Route.ActionArgs) {
  return changeUser(params.id, { request, url, context });
}

export default function User({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { key } = useLocation();
  const { user, onboarded, sessions, isSelf, mayUpdate, mayDelete, mayRevoke, confirming } = loaderData;
  const here = href("/manager/users/:id", { id: user.id });
  const facts = [
    { term: t("user:email"), value: user.email },
    { term: t("user:role"), value: t(`user:roles.${user.role}`) },
    {
      term: t("user:onboarding"),
      value: onboarded ? t("user:onboardedAt", { time: onboarded }) : t("user:notOnboarded"),
    },
  ];
  return (
    <>
      <PageTitle title={user.name ?? user.email} />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <BackLink to={href("/manager/users")}>{t("user:list.title")}</BackLink>
        <div className="flex gap-3">
          {mayUpdate && (
            <ButtonLink variant="secondary" to={href("/manager/users/:id/update", { id: user.id })}>
              <Pencil aria-hidden="true" className="size-4" />
              {t("user:manager.edit")}
            </ButtonLink>
          )}
          {mayDelete && (
            <ButtonLink variant="danger" to={`${here}?confirm=delete`} replace preventScrollReset>
              <Trash2 aria-hidden="true" className="size-4" />
              {t("user:manager.delete")}
            </ButtonLink>
          )}
        </div>
      </div>
      <h1 className="flex flex-wrap items-center gap-3 font-serif text-4xl font-semibold break-words">
        <bdi className="min-w-0">{user.name ?? t("user:noName")}</bdi>
        {isSelf && <Badge tone="plum">{t("user:you")}</Badge>}
        {user.banned && <Badge tone="danger">{t("user:banned")}</Badge>}
      </h1>
      <dl className="mt-6 mb-10 max-w-xl divide-y divide-line border-y border-line">
        {facts.map(({ term, value }) => (
          <div key={term} className="flex flex-wrap gap-x-4 py-3">
            <dt className="w-28 text-quiet">{term}</dt>
            <dd className="min-w-0 flex-1 break-words">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {sessions && (
        <section aria-labelledby="sessions">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
            <h2 id="sessions" className="font-serif text-2xl font-semibold">
              {t("session:list.title")}
            </h2>
            {mayRevoke && sessions.items.length > 0 && (
              <Form method="post">
                <SubmitButton variant="secondary" intent="revoke-sessions">
                  {isSelf ? t("session:revokeOthers") : t("session:revokeAll")}
                </SubmitButton>
              </Form>
            )}
          </div>
          {sessions.items.length === 0 ? (
            <p className="text-quiet">{t("session:list.empty")}</p>
          ) : (
            <SessionRows key={key} first={sessions} mayRevoke={mayRevoke} />
          )}
        </section>
      )}
      {confirming && (
        <Dialog title={t("user:manager.confirmDelete")} closeTo={here}>
          <p className="mt-2 text-quiet">
            {t("user:manager.confirmDeleteDescription", { email: user.email })}
          </p>
          <Form method="post" action={here} replace className="mt-6 flex flex-wrap justify-end gap-3">
            <ButtonLink variant="secondary" to={here} replace preventScrollReset>
              {t("cancel")}
            </ButtonLink>
            <SubmitButton variant="danger" intent="delete">
              {t("user:manager.delete")}
            </SubmitButton>
          </Form>
        </Dialog>
      )}
    </>
  );
}
