import { data, href, useLocation } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { FormHeading } from "#app/core/forms/form-heading.tsx";
import { revalidateAfterConflict } from "#app/core/forms/revalidate-after-conflict.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { keepList } from "#app/core/lists/list-place.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { restoreRefused } from "#app/identity/auth/authorize.server.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { bookChangeSchema } from "#app/slices/book/book.schema.ts";
import { findBook, findDeletedBook, genreOf, updateBook } from "#app/slices/book/book.server.ts";
import { BookForm } from "#app/slices/book/book-form.tsx";
import { listGenresWith } from "#app/slices/genre/genre.server.ts";
import type { Route } from "./+types/book-update.ts";

export const middleware = [requirePermissionInParallel("book:update")];

export async function loader({ context, params }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const [found, genres] = await Promise.all([
    findBook(db, params.id),
    listGenresWith(db, genreOf(params.id)),
  ]);
  const book = found ?? (await findDeletedBook(db, params.id));
  if (!book) throw data(null, { status: 404 });
  const { role } = await context.get(viewerContext);
  return { book, isDeleted: !found, mayRestore: can(role, "book:delete"), genres };
}

export async function action({ request, url, context, params }: Route.ActionArgs) {
  const form = await parseForm(request, context, bookChangeSchema);
  if (!form.ok) return rejectForm(form);
  // Users who may delete a row may restore it (./restore.ts). The form keeps the values that were typed.
  const refused =
    form.value.restore && restoreRefused(context, await context.get(viewerContext), "book:delete");
  if (refused) return rejectForm(form, refused);
  const actor = await currentActor(context);
  const updated = await tryWrite(context, "book:errors.updateFailed", () =>
    updateBook(context.get(dbContext), params.id, form.value, actor),
  );
  if (!updated.ok) return rejectForm(form, updated);
  const book = keepList(href("/manager/books/:id", params), url.search);
  return redirectWithMessage(context, book, "book:success.updated", { about: { name: form.value.title } });
}

export const shouldRevalidate = revalidateAfterConflict;

export default function UpdateBook({ loaderData: { book, ...loaded }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const page = keepList(href("/manager/books/:id", { id: book.id }), useLocation().search);
  return (
    <>
      <FormHeading
        title={t("book:manager.update")}
        subject={book.title}
        back={{ to: page, label: t("back") }}
      />
      <BookForm lastResult={actionData} book={book} {...loaded} cancelTo={page} />
    </>
  );
}
