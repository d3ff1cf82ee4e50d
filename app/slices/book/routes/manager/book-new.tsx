import { href, useLocation } from "react-router";
import { dbContext } from "#app/context.ts";
import { formForAnother, formKey, wantsAnother } from "#app/core/forms/add-another.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { FormHeading } from "#app/core/forms/form-heading.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { newBookSchema } from "#app/slices/book/book.schema.ts";
import { createBook } from "#app/slices/book/book.server.ts";
import { BookForm } from "#app/slices/book/book-form.tsx";
import { listGenres } from "#app/slices/genre/genre.server.ts";
import type { Route } from "./+types/book-new.ts";

export const middleware = [requirePermissionInParallel("book:create")];

export async function loader({ context }: Route.LoaderArgs) {
  return { id: crypto.randomUUID(), genres: await listGenres(context.get(dbContext)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, context, newBookSchema);
  if (!form.ok) return rejectForm(form);
  const actor = await currentActor(context);
  const created = await tryWrite(context, "book:errors.createFailed", () =>
    createBook(context.get(dbContext), form.value, actor),
  );
  if (!created.ok) return rejectForm(form, created);
  const next = wantsAnother(form)
    ? formForAnother(href("/manager/books/new"), created.id)
    : href("/manager/books/:id", { id: created.id });
  return redirectWithMessage(context, next, "book:success.created", {
    about: { name: form.value.title, to: href("/manager/books/:id", { id: created.id }) },
  });
}

export default function NewBook({ loaderData: { id, genres }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { search } = useLocation();
  return (
    <>
      <FormHeading
        title={t("book:manager.new")}
        back={{ to: href("/manager/books"), label: t("book:list.title") }}
      />
      <BookForm
        key={formKey(search)}
        lastResult={actionData}
        newId={id}
        genres={genres}
        cancelTo={href("/manager/books")}
      />
    </>
  );
}
