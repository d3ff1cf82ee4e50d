import { href, useLocation } from "react-router";
import { dbContext } from "#app/context.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { FormHeading } from "#app/core/forms/form-heading.tsx";
import { revalidateAfterConflict } from "#app/core/forms/revalidate-after-conflict.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { refusalResponse } from "#app/core/http/refusal.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { keepList } from "#app/core/lists/list-place.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import {
  findOrganisation,
  updateAnyOrganisation,
} from "#app/slices/organisation/manager/manage-organisation.server.ts";
import { organisationChangeSchema } from "#app/slices/organisation/organisation.schema.ts";
import { OrganisationForm } from "#app/slices/organisation/organisation-form.tsx";
import type { Route } from "./+types/organisation-update.ts";

export const middleware = [requirePermissionInParallel("organisation:update")];

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await findOrganisation(context.get(dbContext), params.id);
  if (!found) throw refusalResponse(context, "ORGANIZATION_NOT_FOUND");
  const { id, name, slug } = found;
  return { id, name, slug };
}

/** Changes the name or the address, under the same rules as for members. */
export async function action({ request, url, context, params }: Route.ActionArgs) {
  const form = await parseForm(request, context, organisationChangeSchema);
  if (!form.ok) return rejectForm(form);
  const actor = await currentActor(context);
  const saved = await tryWrite(context, "common:saveFailed", () =>
    updateAnyOrganisation(context.get(dbContext), params.id, form.value, actor),
  );
  if (!saved.ok) return rejectForm(form, saved);
  const page = keepList(href("/manager/organisations/:id", params), url.search);
  return redirectWithMessage(context, page, "tenant:success.updated", { about: { name: form.value.name } });
}

export const shouldRevalidate = revalidateAfterConflict;

export default function UpdateOrganisation({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { search } = useLocation();
  const { id, name } = loaderData;
  const page = keepList(href("/manager/organisations/:id", { id }), search);
  return (
    <>
      <FormHeading title={t("tenant:update")} subject={name} back={{ to: page, label: t("back") }} />
      <OrganisationForm
        lastResult={actionData}
        organisation={loaderData}
        here={keepList(href("/manager/organisations/:id/update", { id }), search)}
        cancelTo={page}
      />
    </>
  );
}
