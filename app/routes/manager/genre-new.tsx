import { href, useLocation } from "react-router";
import { dbContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { newGenreSchema } from "#app/features/genre/genre.schema.ts";
import { createGenre } from "#app/features/genre/genre.server.ts";
import { GenreForm } from "#app/features/genre/genre-form.tsx";
import { formForAnother, formKey, wantsAnother } from "#app/forms/add-another.ts";
import { parseForm, rejectForm } from "#app/forms/form.server.ts";
import { FormHeading } from "#app/forms/form-heading.tsx";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { requirePermission } from "#app/middleware/guards.ts";
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
  const next = wantsAnother(form)
    ? formForAnother(href("/manager/genres/new"), created.id)
    : href("/manager/genres");
  return redirectWithMessage(context, next, "genre:success.created");
}

export default function NewGenre({ loaderData: { id }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { search } = useLocation();
  return (
    <>
      <FormHeading
        title={t("genre:manager.new")}
        back={{ to: href("/manager/genres"), label: t("genre:list.title") }}
      />
      <GenreForm key={formKey(search)} lastResult={actionData} newId={id} />
    </>
  );
}
