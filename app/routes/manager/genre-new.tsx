import { href } from "react-router";
import { dbContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { newGenreSchema } from "#app/features/genre/genre.schema.ts";
import { createGenre } from "#app/features/genre/genre.server.ts";
import { GenreForm } from "#app/features/genre/genre-form.tsx";
import { parseForm, rejectForm } from "#app/forms/form.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { requirePermission } from "#app/middleware/guards.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/genre-new.ts";

export const middleware = [requirePermission("genre:create")];

export const loader = () => ({ id: crypto.randomUUID() });

export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, context, newGenreSchema);
  if (!form.ok) return rejectForm(form);
  const actor = await currentActor(context);
  const created = await tryWrite(context, "common:saveFailed", () =>
    createGenre(context.get(dbContext), form.value, actor),
  );
  if (!created.ok) return rejectForm(form, created);
  return redirectWithMessage(context, href("/manager/genres"), "genre:success.created");
}

export default function NewGenre({ loaderData: { id }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("genre:manager.new")} />
      <h1 className="mb-6 font-serif text-4xl font-semibold">{t("genre:manager.new")}</h1>
      <GenreForm lastResult={actionData} newId={id} submit={t("create")} />
    </>
  );
}
