import { href, useLocation } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { formForAnother, formKey, wantsAnother } from "#app/core/forms/add-another.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { FormHeading } from "#app/core/forms/form-heading.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { NewUserForm } from "#app/identity/manage-users/new-user-form.tsx";
import { requirePermission } from "#app/identity/middleware/guards.ts";
import { requireRecentProof } from "#app/identity/proof/recent-proof.server.ts";
import { newUserSchema } from "#app/identity/user/user.schema.ts";
import { createUser } from "#app/identity/user/user-write.server.ts";
import { can, DEFAULT_ROLE } from "#app/permissions.ts";
import type { Route } from "./+types/user-new.ts";

export const middleware = [requirePermission("user:create")];

export async function loader({ context }: Route.LoaderArgs) {
  const { role } = await context.get(viewerContext);
  return { id: crypto.randomUUID(), maySetRole: can(role, "user:set-role") };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await parseForm(request, context, newUserSchema);
  if (!form.ok) return rejectForm(form);
  if (form.value.role !== DEFAULT_ROLE) {
    authorize(context, await context.get(viewerContext), "user:set-role");
    await requireRecentProof(form, { request, url });
  }
  const actor = await currentActor(context);
  const created = await tryWrite(context, "FAILED_TO_CREATE_USER", () =>
    createUser(context.get(dbContext), form.value, actor),
  );
  if (!created.ok) return rejectForm(form, created);
  const next = wantsAnother(form)
    ? formForAnother(href("/manager/users/new"), created.id)
    : href("/manager/users/:id", { id: created.id });
  return redirectWithMessage(context, next, "user:success.created", {
    about: { name: form.value.name || form.value.email, to: href("/manager/users/:id", { id: created.id }) },
  });
}

export default function NewUser({ loaderData: { id, maySetRole }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { search } = useLocation();
  return (
    <>
      <FormHeading
        title={t("user:manager.new")}
        back={{ to: href("/manager/users"), label: t("user:list.title") }}
      />
      <NewUserForm
        key={formKey(search)}
        lastResult={actionData}
        newId={id}
        maySetRole={maySetRole}
        cancelTo={href("/manager/users")}
      />
    </>
  );
}
