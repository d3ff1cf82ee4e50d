import { href, useLocation } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { authorize } from "#app/features/auth/authorize.server.ts";
import { requireRecentProof } from "#app/features/proof/recent-proof.server.ts";
import { NewUserForm } from "#app/features/user/new-user-form.tsx";
import { newUserSchema } from "#app/features/user/user.schema.ts";
import { createUser } from "#app/features/user/user-write.server.ts";
import { formForAnother, formKey, wantsAnother } from "#app/forms/add-another.ts";
import { parseForm, rejectForm } from "#app/forms/form.server.ts";
import { FormHeading } from "#app/forms/form-heading.tsx";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { requirePermission } from "#app/middleware/guards.ts";
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
  return redirectWithMessage(context, next, "user:success.created");
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
