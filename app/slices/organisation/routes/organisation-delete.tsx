import { data, Form, href } from "react-router";
import { dbContext, i18nContext, viewerContext } from "#app/context.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { useFormResult } from "#app/core/forms/use-form-result.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import { requireRecentProof } from "#app/identity/proof/recent-proof.server.ts";
import {
  readOrganisation,
  requireMember,
  requirePermissionIn,
} from "#app/slices/organisation/membership.server.ts";
import { organisationDeletionSchema } from "#app/slices/organisation/organisation.schema.ts";
import { deleteOrganisation } from "#app/slices/organisation/organisation.server.ts";
import type { Route } from "./+types/organisation-delete.ts";

/** Says what is deleted with an organisation. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  // Reads the viewer and the organisation in one round trip.
  const [, { membership }] = await Promise.all([
    context.get(viewerContext).then((viewer) => forbidWhileImpersonating(context, viewer)),
    readOrganisation({ context, url, params }, async () => null),
  ]);
  requirePermissionIn(context, membership, "organisation:delete");
  const { name, slug, memberCount } = membership;
  return data({ name, slug, others: memberCount - 1 });
}

/** Deletes the organisation, if the owner has typed its name and has recently proven who they are. */
export async function action({ request, url, context, params }: Route.ActionArgs) {
  forbidWhileImpersonating(context, await context.get(viewerContext));
  const form = await parseForm(request, context, organisationDeletionSchema);
  if (!form.ok) return rejectForm(form);
  const membership = await requireMember(context, params.slug, "organisation:delete");
  if (comparisonKey(form.value.confirmation) !== comparisonKey(membership.name)) {
    const message = context.get(i18nContext).t("organisation:errors.mismatch");
    return rejectForm(form, { field: "confirmation", message });
  }
  await requireRecentProof(form, { request, url });
  const actor = await currentActor(context);
  const deleted = await tryWrite(context, "common:deleteFailed", () =>
    deleteOrganisation(context.get(dbContext), membership, actor),
  );
  if (!deleted.ok) return rejectForm(form, deleted);
  const { name } = membership;
  return redirectWithMessage(context, href("/app/o"), "organisation:success.deleted", { values: { name } });
}

export default function OrganisationDelete({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { name, slug, others } = loaderData;
  const form = useFormResult(actionData);
  return (
    <>
      <PageTitle title={t("organisation:delete.question", { name })} />
      <div className="mb-6">
        <BackLink to={href("/app/o/:slug/settings", { slug })}>{t("organisation:settings")}</BackLink>
      </div>
      <h1 className="mb-3 font-serif text-3xl font-semibold text-balance wrap-anywhere sm:text-4xl">
        {t("organisation:delete.question", { name })}
      </h1>
      <p className="max-w-prose text-quiet">{t("organisation:delete.what")}</p>
      {others > 0 && (
        <p className="mt-2 max-w-prose text-quiet">{t("organisation:delete.others", { count: others })}</p>
      )}
      <Form method="post" {...form.props} className="mt-6 flex max-w-xl flex-col gap-5">
        <FieldErrors id={form.errorId} errors={form.errors} />
        <TextField
          field={form.field("confirmation")}
          label={t("organisation:delete.confirmation", { name })}
          autoComplete="off"
          isRequired
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton variant="danger">{t("organisation:delete.submit")}</SubmitButton>
          <ButtonLink variant="secondary" to={href("/app/o/:slug/settings", { slug })}>
            {t("common:cancel")}
          </ButtonLink>
        </div>
      </Form>
    </>
  );
}
