import { Form, href } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { LeaveQuestion } from "#app/core/forms/leave-question.tsx";
import { RowIdField } from "#app/core/forms/row-id-field.tsx";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { useFormResult } from "#app/core/forms/use-form-result.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { newOrganisationSchema } from "#app/slices/organisation/organisation.schema.ts";
import { createOrganisation } from "#app/slices/organisation/organisation.server.ts";
import type { Route } from "./+types/organisation-new.ts";

export const middleware = [requirePermissionInParallel("organisation:create")];

export const loader = () => ({ newId: crypto.randomUUID() });

/** Creates an organisation, which the reader then owns. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = authorize(context, await context.get(viewerContext), "organisation:create");
  const form = await parseForm(request, context, newOrganisationSchema);
  if (!form.ok) return rejectForm(form);
  const actor = await currentActor(context);
  const created = await tryWrite(context, "common:saveFailed", () =>
    createOrganisation(context.get(dbContext), form.value, viewer.id, actor),
  );
  if (!created.ok) return rejectForm(form, created);
  const { slug } = form.value;
  return redirectWithMessage(context, href("/app/o/:slug", { slug }), "organisation:success.created");
}

export default function OrganisationNew({ loaderData: { newId }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const form = useFormResult(actionData);
  return (
    <>
      <PageTitle title={t("organisation:new")} />
      <div className="mb-6">
        <BackLink to={href("/app/o")}>{t("organisation:title")}</BackLink>
      </div>
      <h1 className="mb-6 font-serif text-4xl font-semibold">{t("organisation:new")}</h1>
      <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
        <LeaveQuestion formId={form.id} />
        <FieldErrors id={form.errorId} errors={form.errors} />
        <RowIdField id={newId} />
        <TextField
          field={form.field("name")}
          label={t("organisation:fields.name")}
          autoComplete="organization"
          isRequired
        />
        <TextField
          field={form.field("slug")}
          label={t("organisation:fields.slug")}
          hint={t("organisation:slugHint")}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
        />
        <div>
          <SubmitButton>{t("organisation:submit")}</SubmitButton>
        </div>
      </Form>
    </>
  );
}
