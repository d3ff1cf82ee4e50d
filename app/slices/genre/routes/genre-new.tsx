import { href, useLocation } from "react-router";
import { dbContext } from "#app/context.ts";
import { formForAnother, formKey, wantsAnother } from "#app/core/forms/add-another.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { FormHeading } from "#app/core/forms/form-heading.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { requirePermission } from "#app/identity/middleware/guards.ts";
import { newGenreSchema } from "#app/slices/genre/genre.schema.ts";
import { createGenre } from "#app/slices/genre/genre.server.ts";
import { GenreForm } from "#app/slices/genre/genre-form.tsx";
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
  return redirectWithMessage(context, next, "genre:success.created", {
    about: { name: form.value.name, to: href("/manager/genres/:id/update", { id: created.id }) },
  });
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
