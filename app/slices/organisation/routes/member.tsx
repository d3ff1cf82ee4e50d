import { data, Form, href, useLocation } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { invalidForm, parseForm } from "#app/core/forms/form.server.ts";
import { SelectField } from "#app/core/forms/select-field.tsx";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { useFormResult } from "#app/core/forms/use-form-result.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { refusalResponse } from "#app/core/http/refusal.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Address } from "#app/core/ui/address.tsx";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { ConfirmDialog } from "#app/core/ui/dialog/confirm-dialog.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import { requireRecentProof } from "#app/identity/proof/recent-proof.server.ts";
import {
  findMember,
  handOver,
  leaveOrganisation,
  removeMember,
  setMemberRole,
} from "#app/slices/organisation/member/member.server.ts";
import { refuseOwner } from "#app/slices/organisation/member/refuse-owner.server.ts";
import { RoleName } from "#app/slices/organisation/member/role-name.tsx";
import {
  readOrganisation,
  requireMember,
  requirePermissionIn,
} from "#app/slices/organisation/membership.server.ts";
import { memberActionSchema } from "#app/slices/organisation/organisation.schema.ts";
import { canIn, OWNER, rolesUpTo } from "#app/slices/organisation/organisation-roles.ts";
import type { Route } from "./+types/member.ts";

/** The actions that the page asks to confirm: values of `confirm` in the URL. */
const QUESTIONS = ["remove", "hand-over"] as const;

/** A member of an organisation, and what the reader may do with them. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  const { membership, result: member } = await readOrganisation({ context, url, params }, (organisationId) =>
    findMember(context.get(dbContext), organisationId, params.id),
  );
  if (!member) throw refusalResponse(context, "MEMBER_NOT_FOUND");
  const { role, memberId, name: organisation, slug } = membership;
  const isSelf = member.id === memberId;
  const isUpTo = rolesUpTo(role).includes(member.role);
  const may = {
    update: isUpTo && canIn(role, "member:update"),
    remove: isSelf || (isUpTo && canIn(role, "member:remove")),
    "hand-over": role === OWNER && !isSelf,
  };
  const asked = url.searchParams.get("confirm");
  const { id, name, email } = member;
  return data({
    organisation,
    slug,
    member: { id, name, email, role: member.role },
    isSelf,
    may,
    roles: rolesUpTo(role),
    confirm: QUESTIONS.find((question) => question === asked && may[question]) ?? null,
  });
}

/** Changes a member's role, hands the organisation over to them, or removes them from it. */
export async function action({ request, url, context, params }: Route.ActionArgs) {
  const form = await parseForm(request, context, memberActionSchema);
  if (!form.ok) throw await invalidForm(form);
  const { value } = form;
  if (value.intent === "hand-over") forbidWhileImpersonating(context, await context.get(viewerContext));
  const membership = await requireMember(context, params.slug, null);
  const db = context.get(dbContext);
  const here = href("/app/o/:slug/members/:id", params);
  const isSelf = params.id === membership.memberId;
  if (value.intent === "set-role") {
    requirePermissionIn(context, membership, "member:update");
    const actor = await currentActor(context);
    const changed = await tryWrite(context, "common:saveFailed", () =>
      setMemberRole(db, membership, params.id, value.role, actor),
    );
    if (!changed.ok) return refuseOwner(context, here, changed);
    return redirectWithMessage(context, here, "organisation:success.roleChanged");
  }
  if (value.intent === "hand-over") {
    if (membership.role !== OWNER)
      throw refusalResponse(context, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER");
    await requireRecentProof(form, { request, url });
    const actor = await currentActor(context);
    const handed = await tryWrite(context, "common:saveFailed", () =>
      handOver(db, membership, params.id, actor),
    );
    if (!handed.ok) return refuseOwner(context, here, handed);
    return redirectWithMessage(context, here, "organisation:success.handedOver");
  }
  if (!isSelf) requirePermissionIn(context, membership, "member:remove");
  const actor = await currentActor(context);
  const removed = await tryWrite(context, "common:saveFailed", () =>
    isSelf ? leaveOrganisation(db, membership, actor) : removeMember(db, membership, params.id, actor),
  );
  if (!removed.ok) return redirectWithMessage(context, here, removed);
  const { name, slug } = membership;
  return isSelf
    ? redirectWithMessage(context, href("/app/o"), "organisation:success.left", { values: { name } })
    : redirectWithMessage(context, href("/app/o/:slug", { slug }), "organisation:success.removed");
}

export default function Member({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const { organisation, slug, member, isSelf, may, roles, confirm } = loaderData;
  const { role, email } = member;
  const form = useFormResult(actionData, { role });
  const title = member.name ?? email;
  return (
    <>
      <PageTitle title={`${title}: ${organisation}`} />
      <div className="mb-6">
        <BackLink to={href("/app/o/:slug", { slug })}>{organisation}</BackLink>
      </div>
      <h1 className="font-serif text-3xl font-semibold text-balance wrap-anywhere sm:text-4xl">
        <Address>{title}</Address>
      </h1>
      <p className="mt-1 mb-6 wrap-anywhere text-quiet">
        {member.name && <Address>{email}</Address>}
        {member.name && <span>{" · "}</span>}
        <RoleName role={role} />
      </p>
      {may.update && (
        <Form method="post" {...form.props} className="flex max-w-md flex-wrap items-end gap-3">
          <FieldErrors id={form.errorId} errors={form.errors} />
          <div className="min-w-48 flex-1">
            <SelectField
              field={form.field("role")}
              label={t("organisation:fields.role")}
              options={roles.map((value) => ({ value, label: t(`organisation:roles.${value}`) }))}
            />
          </div>
          <SubmitButton intent="set-role">{t("common:save")}</SubmitButton>
        </Form>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        {may["hand-over"] && (
          <ButtonLink variant="secondary" to="?confirm=hand-over" replace preventScrollReset>
            {t("organisation:handOver.open")}
          </ButtonLink>
        )}
        {may.remove && (
          <ButtonLink variant="secondary" to="?confirm=remove" replace preventScrollReset>
            {t(isSelf ? "organisation:leave.open" : "organisation:remove.open")}
          </ButtonLink>
        )}
      </div>
      {confirm === "remove" && (
        <ConfirmDialog
          title={t(isSelf ? "organisation:leave.title" : "organisation:remove.title", {
            name: title,
            organisation,
          })}
          description={t(isSelf ? "organisation:leave.description" : "organisation:remove.description")}
          here={pathname}
          intent="remove"
          submit={t(isSelf ? "organisation:leave.submit" : "organisation:remove.submit")}
        />
      )}
      {confirm === "hand-over" && (
        <ConfirmDialog
          title={t("organisation:handOver.title", { name: title })}
          description={t("organisation:handOver.description")}
          here={pathname}
          intent="hand-over"
          submit={t("organisation:handOver.submit")}
          variant="primary"
        />
      )}
    </>
  );
}
