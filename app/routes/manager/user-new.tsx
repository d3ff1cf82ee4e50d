import { data, href } from "react-router";
import { dbContext, i18nContext, viewerContext } from "#app/context.ts";
import { can } from "#app/features/auth/permissions.ts";
import { refuseUser } from "#app/features/user/refuse-user.server.ts";
import { userSchema } from "#app/features/user/user.schema.ts";
import { createUser } from "#app/features/user/user.server.ts";
import { UserForm } from "#app/features/user/user-form.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { redirectWithFlash } from "#app/lib/flash.server.ts";
import { parseForm, refuseForm } from "#app/lib/form.server.ts";
import { tryWrite } from "#app/lib/try-write.server.ts";
import { requirePermission } from "#app/middleware/guards.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/user-new.ts";

export const middleware = [requirePermission("user:create")];

export async function loader({ context }: Route.LoaderArgs) {
  const { role } = await context.get(viewerContext);
  return { maySetRole: can(role, "user:set-role") };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const i18n = context.get(i18nContext);
  const submission = await parseForm(request, userSchema, i18n);
  if (submission.status !== "success") return refuseForm(submission);
  const { role } = await context.get(viewerContext);
  if (submission.value.role !== "user" && !can(role, "user:set-role")) throw data(null, { status: 403 });
  const written = await tryWrite(context, "user not written", async () => ({
    id: await createUser(context.get(dbContext), submission.value),
  }));
  if (!written)
    return refuseForm(submission, { formErrors: [i18n.t("user:errors.createFailed")] }, { status: 500 });
  if (!written.id) return refuseUser(submission, "duplicate", i18n);
  return redirectWithFlash(
    href("/manager/users/:id", { id: written.id }),
    { type: "success", message: "user:success.created" },
    { context, url },
  );
}

export default function NewUser({ loaderData: { maySetRole }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={t("user:manager.new")} />
      <h1 className="mb-6 font-serif text-4xl font-semibold">{t("user:manager.new")}</h1>
      <UserForm
        lastResult={actionData}
        maySetRole={maySetRole}
        submit={t("user:manager.create")}
        cancelTo={href("/manager/users")}
      />
    </>
  );
}
