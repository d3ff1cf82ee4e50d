import { href } from "react-router";
import { dbContext, i18nContext, viewerContext } from "#app/context.ts";
import { authorOf } from "#app/features/audit/audit.server.ts";
import { can } from "#app/features/auth/permissions.ts";
import { newUserSchema, USER_ERROR_FIELDS } from "#app/features/user/user.schema.ts";
import { UserForm } from "#app/features/user/user-form.tsx";
import { createUser } from "#app/features/user/user-write.server.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { redirectWithFlash } from "#app/lib/flash.server.ts";
import { parseForm, refuseByRule, refuseForm } from "#app/lib/form.server.ts";
import { tryWrite } from "#app/lib/try-write.server.ts";
import { allow, requirePermission } from "#app/middleware/guards.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/user-new.ts";

export const middleware = [requirePermission("user:create")];

export async function loader({ context }: Route.LoaderArgs) {
  const { role } = await context.get(viewerContext);
  return { id: crypto.randomUUID(), maySetRole: can(role, "user:set-role") };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const i18n = context.get(i18nContext);
  const submission = await parseForm(request, newUserSchema, i18n);
  if (submission.status !== "success") return refuseForm(submission);
  if (submission.value.role !== "user") allow(context, await context.get(viewerContext), "user:set-role");
  const author = await authorOf(context);
  const created = await tryWrite(context, "user not written", () =>
    createUser(context.get(dbContext), submission.value, author),
  );
  if (!created) return refuseByRule(context, submission, "FAILED_TO_CREATE_USER");
  if (!created.ok) return refuseByRule(context, submission, created.code, USER_ERROR_FIELDS);
  return redirectWithFlash(
    href("/manager/users/:id", { id: created.id }),
    { type: "success", message: "user:success.created" },
    { context, url },
  );
}

export default function NewUser({ loaderData: { id, maySetRole }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={t("user:manager.new")} />
      <h1 className="mb-6 font-serif text-4xl font-semibold">{t("user:manager.new")}</h1>
      <UserForm
        lastResult={actionData}
        newId={id}
        maySetRole={maySetRole}
        submit={t("user:manager.create")}
        cancelTo={href("/manager/users")}
      />
    </>
  );
}
