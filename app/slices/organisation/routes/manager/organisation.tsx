import { href, useLocation } from "react-router";
import * as z from "zod";
import { dbContext, viewerContext } from "#app/context.ts";
import { invalidForm, parseForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { refusalResponse } from "#app/core/http/refusal.server.ts";
import { timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { backToList, keepList } from "#app/core/lists/list-place.ts";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import { useLoadMore } from "#app/core/lists/use-load-more.ts";
import { usePageFetcher } from "#app/core/lists/use-page-fetcher.ts";
import { Address } from "#app/core/ui/address.tsx";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { ConfirmDialog } from "#app/core/ui/dialog/confirm-dialog.tsx";
import { ItemActions } from "#app/core/ui/menu/item-actions.tsx";
import { MenuLink } from "#app/core/ui/menu/more-menu.tsx";
import { Moment } from "#app/core/ui/moment.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { requireRecentProof } from "#app/identity/proof/recent-proof.server.ts";
import { can } from "#app/permissions.ts";
import {
  deleteAnyOrganisation,
  findOrganisation,
} from "#app/slices/organisation/manager/manage-organisation.server.ts";
import { listMembers } from "#app/slices/organisation/member/member-list.server.ts";
import { RoleName } from "#app/slices/organisation/member/role-name.tsx";
import { TenantRow, TenantRows } from "#app/slices/organisation/tenant-rows.tsx";
import { withLogo } from "#app/slices/organisation/with-logo.server.ts";
import type { Route } from "./+types/organisation.ts";

export const middleware = [requirePermissionInParallel("organisation:read")];

/** An organisation, for administrators of the product. */
export async function loader({ url, context, params }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const [organisation, members] = await Promise.all([
    findOrganisation(db, params.id),
    listMembers(db, params.id, url.searchParams.get("after")),
  ]);
  if (!organisation) throw refusalResponse(context, "ORGANIZATION_NOT_FOUND");
  const { role } = await context.get(viewerContext);
  const { createdAt, ...shown } = await withLogo(context, organisation);
  const mayDelete = can(role, "organisation:delete");
  return {
    organisation: { ...shown, created: timeFromNow(context)(createdAt) },
    members: {
      ...members,
      items: members.items.map(({ id, ...member }) => ({ ...member, id: member.userId })),
    },
    mayUpdate: can(role, "organisation:update"),
    mayDelete,
    confirming: mayDelete && url.searchParams.get("confirm") === "delete",
  };
}

const actionSchema = z.discriminatedUnion("intent", [z.object({ intent: z.literal("delete") })]);

/** Deletes the organisation, if the administrator has recently proven who they are. */
export async function action({ request, url, context, params }: Route.ActionArgs) {
  const form = await parseForm(request, context, actionSchema);
  if (!form.ok) throw await invalidForm(form);
  authorize(context, await context.get(viewerContext), "organisation:delete");
  await requireRecentProof(form, { request, url });
  const actor = await currentActor(context);
  const deleted = await tryWrite(context, "common:deleteFailed", () =>
    deleteAnyOrganisation(context.get(dbContext), params.id, actor),
  );
  if (!deleted.ok) {
    const here = keepList(href("/manager/organisations/:id", params), url.search);
    return redirectWithMessage(context, here, deleted);
  }
  const list = backToList(href("/manager/organisations"), url.search);
  return redirectWithMessage(context, list, "tenant:success.deleted");
}

export default function Organisation({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { search } = useLocation();
  const { organisation, members, mayUpdate, mayDelete, confirming } = loaderData;
  const fetcher = usePageFetcher<typeof loader>();
  const { list, items, more } = useLoadMore(members, fetcher, ({ members }) => members);
  const { id, name, slug, logo, memberCount, created } = organisation;
  const here = href("/manager/organisations/:id", { id });
  const memberNumber = t("organisation:members", { count: memberCount });
  return (
    <>
      <PageTitle title={name} />
      <div className="mb-6">
        <BackLink to={backToList(href("/manager/organisations"), search)}>{t("organisation:title")}</BackLink>
      </div>
      <div className="flex items-center gap-4">
        {logo && <img src={logo} alt="" width={64} height={64} className="shrink-0 rounded-xl" />}
        <h1 className="min-w-0 font-serif text-4xl font-semibold text-balance wrap-anywhere">
          <bdi>{name}</bdi>
        </h1>
      </div>
      <div className="mt-4">
        <ItemActions
          editTo={mayUpdate && keepList(href("/manager/organisations/:id/update", { id }), search)}
        >
          {mayDelete && (
            <MenuLink
              icon="trash-2"
              to={keepList(here, search, { confirm: "delete" })}
              isDangerous
              isQuestion
            >
              {t("delete")}
            </MenuLink>
          )}
        </ItemActions>
      </div>
      <dl className="mt-6 mb-10 max-w-xl divide-y divide-line border-y border-line">
        <div className="flex flex-wrap gap-x-4 py-3">
          <dt className="w-32 text-quiet">{t("organisation:fields.slug")}</dt>
          <dd className="min-w-0 flex-1 basis-28 wrap-anywhere">
            <bdi>{slug}</bdi>
          </dd>
        </div>
        <div className="flex flex-wrap gap-x-4 py-3">
          <dt className="w-32 text-quiet">{t("tenant:list.created")}</dt>
          <dd className="min-w-0 flex-1 basis-28">
            <Moment time={created} />
          </dd>
        </div>
      </dl>
      <section aria-labelledby="members">
        <h2 id="members" className="mb-4 font-serif text-2xl font-semibold">
          {memberNumber}
        </h2>
        <TenantRows ref={list}>
          {items.map(({ id: userId, name, email, role }) => (
            <TenantRow
              key={userId}
              to={href("/manager/users/:id", { id: userId })}
              title={<Address>{name ?? email}</Address>}
              detail={name && email}
            >
              <RoleName role={role} />
            </TenantRow>
          ))}
        </TenantRows>
        <LoadMore {...more} />
      </section>
      {confirming && (
        <ConfirmDialog
          title={t("organisation:delete.question", { name })}
          description={t("organisation:delete.what")}
          here={keepList(here, search)}
          intent="delete"
          submit={t("delete")}
        >
          <p className="mt-2 text-quiet">{memberNumber}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
