import { data, href, useLocation } from "react-router";
import { dbContext } from "#app/context.ts";
import { invalidForm, parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { refusalResponse } from "#app/core/http/refusal.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { usePageFetcher } from "#app/core/lists/use-page-fetcher.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { ConfirmDialog } from "#app/core/ui/dialog/confirm-dialog.tsx";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { readOrganisation, requireMember } from "#app/slices/organisation/membership.server.ts";
import { canIn } from "#app/slices/organisation/organisation-roles.ts";
import { teamActionSchema } from "#app/slices/organisation/team/team.schema.ts";
import { deleteTeam, findTeam, renameTeam } from "#app/slices/organisation/team/team.server.ts";
import { AddMemberForm, RenameForm } from "#app/slices/organisation/team/team-forms.tsx";
import {
  addTeamMember,
  listTeamMembers,
  removeTeamMember,
} from "#app/slices/organisation/team/team-member.server.ts";
import { TeamRows } from "#app/slices/organisation/team/team-rows.tsx";
import type { Route } from "./+types/team.ts";

/** A team and its members, and what the reader may change. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const after = url.searchParams.get("after");
  const { membership, result } = await readOrganisation({ context, url, params }, async (organisationId) => {
    const [team, members] = await Promise.all([
      findTeam(db, organisationId, params.teamId),
      listTeamMembers(db, organisationId, params.teamId, after),
    ]);
    return { team, members };
  });
  const { team, members } = result;
  if (!team) throw refusalResponse(context, "TEAM_NOT_FOUND");
  const { name: organisation, slug, role, memberId } = membership;
  const mayDelete = team.isNotLast && canIn(role, "team:delete");
  return data({
    organisation,
    slug,
    memberId,
    team,
    members,
    mayUpdate: canIn(role, "team:update"),
    mayDelete,
    confirming: mayDelete && url.searchParams.get("confirm") === "delete",
  });
}

/** Renames or deletes the team, or adds or removes a member. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await parseForm(request, context, teamActionSchema);
  if (!form.ok) {
    // Only these two forms have a field that the user can correct.
    const { intent } = form.submission.payload;
    if (intent === "rename" || intent === "add-member") return rejectForm(form);
    throw await invalidForm(form);
  }
  const { value } = form;
  const { teamId } = params;
  const db = context.get(dbContext);
  const isDeleting = value.intent === "delete";
  const membership = await requireMember(context, params.slug, isDeleting ? "team:delete" : "team:update");
  const actor = await currentActor(context);
  const here = href("/app/o/:slug/teams/:teamId", params);
  if (value.intent === "rename") {
    const renamed = await tryWrite(context, "common:saveFailed", () =>
      renameTeam(db, membership, teamId, value, actor),
    );
    return renamed.ok
      ? redirectWithMessage(context, here, "team:success.renamed")
      : rejectForm(form, renamed);
  }
  if (value.intent === "add-member") {
    const added = await tryWrite(context, "common:saveFailed", () =>
      addTeamMember(db, membership, teamId, value.email, actor),
    );
    return added.ok ? redirectWithMessage(context, here, "team:success.added") : rejectForm(form, added);
  }
  if (value.intent === "remove-member") {
    const removed = await tryWrite(context, "common:saveFailed", () =>
      removeTeamMember(db, membership, teamId, value.memberId, actor),
    );
    return redirectWithMessage(context, here, removed.ok ? "team:success.removed" : removed);
  }
  const deleted = await tryWrite(context, "common:deleteFailed", () =>
    deleteTeam(db, membership, teamId, actor),
  );
  if (!deleted.ok) return redirectWithMessage(context, here, deleted);
  return redirectWithMessage(context, href("/app/o/:slug/teams", params), "team:success.deleted");
}

export default function Team({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const fetcher = usePageFetcher<typeof loader>();
  const { organisation, slug, memberId, team, members, mayUpdate, mayDelete, confirming } = loaderData;
  const { name, memberCount } = team;
  const memberNumber = t("organisation:members", { count: memberCount });
  return (
    <>
      <PageTitle title={`${name}: ${organisation}`} />
      <div className="mb-6">
        <BackLink to={href("/app/o/:slug/teams", { slug })}>{t("team:list.title")}</BackLink>
      </div>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <h1 className="min-w-0 font-serif text-4xl font-semibold text-balance wrap-anywhere">
          <bdi>{name}</bdi>
        </h1>
        {mayDelete && (
          <ButtonLink variant="secondary" to="?confirm=delete" replace preventScrollReset>
            {t("team:delete.open")}
          </ButtonLink>
        )}
      </div>
      <section aria-labelledby="members">
        <h2 id="members" className="mb-4 font-serif text-2xl font-semibold">
          {memberNumber}
        </h2>
        {members.items.length === 0 ? (
          <EmptyState isPart title={t("team:empty")} />
        ) : (
          <TeamRows slug={slug} selfId={memberId} first={members} fetcher={fetcher} mayUpdate={mayUpdate} />
        )}
      </section>
      {mayUpdate && (
        <>
          <AddMemberForm lastResult={actionData} />
          <RenameForm lastResult={actionData} team={team} />
        </>
      )}
      {confirming && (
        <ConfirmDialog
          title={t("team:delete.title", { name })}
          description={t("team:delete.description")}
          here={pathname}
          intent="delete"
          submit={t("team:delete.submit")}
        >
          <p className="mt-2 text-quiet">{memberNumber}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
