import { href } from "react-router";
import { dbContext, i18nContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { GENRE_ERROR_FIELDS, newGenreSchema } from "#app/features/genre/genre.schema.ts";
import { createGenre } from "#app/features/genre/genre.server.ts";
import { GenreForm } from "#app/features/genre/genre-form.tsx";
import { parseForm, refuseByRule, refuseForm } from "#app/forms/form.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { requirePermission } from "#app/middleware/guards.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/genre-new.ts";

export const middleware = [requirePermission("genre:create")];

export const loader = () => ({ id: crypto.randomUUID() });

export async function action({ request, url, context }: Route.ActionArgs) {
  const i18n = context.get(i18nContext);
  const { t } = i18n;
  const submission = await parseForm(request, newGenreSchema, i18n);
  if (submission.status !== "success") return refuseForm(submission);
  const actor = await currentActor(context);
  const created = await tryWrite(context, "genre not written", () =>
    createGenre(context.get(dbContext), submission.value, actor),
  );
  if (created === null) {
    return refuseForm(submission, { formErrors: [t("genre:errors.createFailed")] }, { status: 500 });
  }
  if (!created.ok) return refuseByRule(context, submission, created.code, GENRE_ERROR_FIELDS);
  return redirectWithFlash(
    href("/manager/genres"),
    { type: "success", message: "genre:success.created" },
    { context, url },
  );
}

export default function NewGenre({ loaderData: { id }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("genre:manager.new")} />
      <h1 className="mb-6 font-serif text-4xl font-semibold">{t("genre:manager.new")}</h1>
      <GenreForm lastResult={actionData} newId={id} submit={t("genre:manager.create")} />
    </>
  );
}
