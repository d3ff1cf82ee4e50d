import { data, href } from "react-router";
import { dbContext, platformContext, viewerContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { authorize } from "#app/features/auth/authorize.server.ts";
import { userSchema } from "#app/features/user/user.schema.ts";
import { findUser } from "#app/features/user/user.server.ts";
import { UserForm } from "#app/features/user/user-form.tsx";
import { updateUser } from "#app/features/user/user-write.server.ts";
import { parseForm, rejectForm } from "#app/forms/form.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { requirePermissionInParallel } from "#app/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/user-update.ts";

export const middleware = [requirePermissionInParallel("user:update")];

export async function loader({ context, params }: Route.LoaderArgs) {
  const user = await findUser(context.get(dbContext), params.id, context.get(platformContext).now);
  if (!user) throw data(null, { status: 404 });
  const viewer = await context.get(viewerContext);
  return { user, maySetRole: can(viewer.role, "user:set-role") && viewer.id !== user.id };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const db = context.get(dbContext);
  const form = await parseForm(request, context, userSchema);
  if (!form.ok) return rejectForm(form);
  const viewer = await context.get(viewerContext);
  if (!can(viewer.role, "user:set-role")) {
    const user = await findUser(db, params.id, context.get(platformContext).now);
    if (user && user.role !== form.value.role) authorize(context, viewer, "user:set-role");
  }
  const actor = await currentActor(context);
  const updated = await tryWrite(context, "FAILED_TO_UPDATE_USER", () =>
    updateUser(db, params.id, form.value, actor),
  );
  if (!updated.ok) return rejectForm(form, updated);
  return redirectWithMessage(context, href("/manager/users/:id", params), "user:success.updated");
}

export default function UpdateUser({ loaderData: { user, maySetRole }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("user:manager.update")} />
      <h1 className="mb-6 font-serif text-4xl font-semibold">{t("user:manager.update")}</h1>
      <UserForm
        lastResult={actionData}
        user={user}
        maySetRole={maySetRole}
        submit={t("save")}
        cancelTo={href("/manager/users/:id", { id: user.id })}
      />
    </>
  );
}
