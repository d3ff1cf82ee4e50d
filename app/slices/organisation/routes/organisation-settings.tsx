import { data, href } from "react-router";
import { dbContext } from "#app/context.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { revalidateAfterConflict } from "#app/core/forms/revalidate-after-conflict.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import {
  readOrganisation,
  requireMember,
  requirePermissionIn,
} from "#app/slices/organisation/membership.server.ts";
import { organisationChangeSchema } from "#app/slices/organisation/organisation.schema.ts";
import { updateOrganisation } from "#app/slices/organisation/organisation.server.ts";
import { OrganisationForm } from "#app/slices/organisation/organisation-form.tsx";
import { canIn } from "#app/slices/organisation/organisation-roles.ts";
import type { Route } from "./+types/organisation-settings.ts";

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const { membership } = await readOrganisation({ context, url, params }, async () => null);
  requirePermissionIn(context, membership, "organisation:update");
  const { name, slug, role } = membership;
  return data({ name, slug, mayDelete: canIn(role, "organisation:delete") });
}

/** Changes the name or the address. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await parseForm(request, context, organisationChangeSchema);
  if (!form.ok) return rejectForm(form);
  const membership = await requireMember(context, params.slug, "organisation:update");
  const actor = await currentActor(context);
  const saved = await tryWrite(context, "common:saveFailed", () =>
    updateOrganisation(context.get(dbContext), membership, form.value, actor),
  );
  if (!saved.ok) return rejectForm(form, saved);
  const { slug } = form.value;
  return redirectWithMessage(context, href("/app/o/:slug", { slug }), "organisation:success.updated");
}

export const shouldRevalidate = revalidateAfterConflict;

export default function OrganisationSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { name, slug, mayDelete } = loaderData;
  const page = href("/app/o/:slug", { slug });
  return (
    <>
      <PageTitle title={`${t("organisation:settings")}: ${name}`} />
      <div className="mb-6">
        <BackLink to={page}>{name}</BackLink>
      </div>
      <h1 className="mb-6 font-serif text-4xl font-semibold">{t("organisation:settings")}</h1>
      <OrganisationForm lastResult={actionData} organisation={loaderData} cancelTo={page} />
      {mayDelete && (
        <section aria-labelledby="delete" className="mt-12">
          <h2 id="delete" className="mb-2 font-serif text-2xl font-semibold">
            {t("organisation:delete.title")}
          </h2>
          <p className="mb-4 max-w-prose text-quiet">{t("organisation:delete.description")}</p>
          <ButtonLink variant="secondary" to={href("/app/o/:slug/delete", { slug })}>
            {t("organisation:delete.open")}
          </ButtonLink>
        </section>
      )}
    </>
  );
}
