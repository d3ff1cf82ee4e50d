import { href } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { authorize } from "#app/features/auth/authorize.server.ts";
import { NewUserForm } from "#app/features/user/new-user-form.tsx";
import { newUserSchema } from "#app/features/user/user.schema.ts";
import { createUser } from "#app/features/user/user-write.server.ts";
import { parseForm, rejectForm } from "#app/forms/form.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { requirePermission } from "#app/middleware/guards.ts";
import { can, DEFAULT_ROLE } from "#app/permissions.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/user-new.ts";

export const middleware = [requirePermission("user:create")];

export async function loader({ context }: Route.LoaderArgs) {
  const { role } = await context.get(viewerContext);
  return { id: crypto.randomUUID(), maySetRole: can(role, "user:set-role") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, context, newUserSchema);
  if (!form.ok) return rejectForm(form);
  if (form.value.role !== DEFAULT_ROLE) {
    authorize(context, await context.get(viewerContext), "user:set-role");
  }
  const actor = await currentActor(context);
  const created = await tryWrite(context, "FAILED_TO_CREATE_USER", () =>
    createUser(context.get(dbContext), form.value, actor),
  );
  if (!created.ok) return rejectForm(form, created);
  return redirectWithMessage(context, href("/manager/users/:id", { id: created.id }), "user:success.created");
}

export default function NewUser({ loaderData: { id, maySetRole }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("user:manager.new")} />
      <h1 className="mb-6 font-serif text-4xl font-semibold">{t("user:manager.new")}</h1>
      <NewUserForm
        lastResult={actionData}
        newId={id}
        maySetRole={maySetRole}
        cancelTo={href("/manager/users")}
      />
    </>
  );
}
