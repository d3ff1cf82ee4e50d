import { data, href } from "react-router";
import { dbContext, i18nContext, platformContext, viewerContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { authorize } from "#app/features/auth/authorize.server.ts";
import { USER_ERROR_FIELDS, userSchema } from "#app/features/user/user.schema.ts";
import { findUser } from "#app/features/user/user.server.ts";
import { UserForm } from "#app/features/user/user-form.tsx";
import { updateUser } from "#app/features/user/user-write.server.ts";
import { parseForm, refuseByRule, refuseForm } from "#app/forms/form.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { requirePermission } from "#app/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/user-update.ts";

export const middleware = [requirePermission("user:update")];

export async function loader({ context, params }: Route.LoaderArgs) {
  const user = await findUser(context.get(dbContext), params.id, context.get(platformContext).now);
  if (!user) throw data(null, { status: 404 });
  const viewer = await context.get(viewerContext);
  return { user, maySetRole: can(viewer.role, "user:set-role") && viewer.id !== user.id };
}

export async function action({ request, url, context, params }: Route.ActionArgs) {
  const i18n = context.get(i18nContext);
  const db = context.get(dbContext);
  const { now } = context.get(platformContext);
  const submission = await parseForm(request, userSchema, i18n);
  if (submission.status !== "success") return refuseForm(submission);
  const viewer = await context.get(viewerContext);
  if (!can(viewer.role, "user:set-role")) {
    const user = await findUser(db, params.id, now);
    if (user && user.role !== submission.value.role) authorize(context, viewer, "user:set-role");
  }
  const actor = await currentActor(context);
  const updated = await tryWrite(context, "user not written", () =>
    updateUser(db, params.id, submission.value, actor),
  );
  if (!updated) return refuseByRule(context, submission, "FAILED_TO_UPDATE_USER");
  if (!updated.ok) return refuseByRule(context, submission, updated.code, USER_ERROR_FIELDS);
  return redirectWithFlash(
    href("/manager/users/:id", params),
    { type: "success", message: "user:success.updated" },
    { context, url },
  );
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
        submit={t("user:manager.save")}
        cancelTo={href("/manager/users/:id", { id: user.id })}
      />
    </>
  );
}
