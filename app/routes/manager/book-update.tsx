import { data, href, useLocation } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { authorize } from "#app/features/auth/authorize.server.ts";
import { bookChangeSchema } from "#app/features/book/book.schema.ts";
import { findBook, findDeletedBook, genreOf, updateBook } from "#app/features/book/book.server.ts";
import { BookForm } from "#app/features/book/book-form.tsx";
import { listGenresWith } from "#app/features/genre/genre.server.ts";
import { parseForm, rejectForm } from "#app/forms/form.server.ts";
import { FormHeading } from "#app/forms/form-heading.tsx";
import { revalidateAfterConflict } from "#app/forms/revalidate-after-conflict.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { keepList } from "#app/lists/list-place.ts";
import { requirePermissionInParallel } from "#app/middleware/guards.ts";
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
  return { book, isDeleted: !found, genres };
}

export async function action({ request, url, context, params }: Route.ActionArgs) {
  const form = await parseForm(request, context, bookChangeSchema);
  if (!form.ok) return rejectForm(form);
  // Whoever may delete a row may restore it (./restore.ts).
  if (form.value.restore) authorize(context, await context.get(viewerContext), "book:delete");
  const actor = await currentActor(context);
  const updated = await tryWrite(context, "book:errors.updateFailed", () =>
    updateBook(context.get(dbContext), params.id, form.value, actor),
  );
  if (!updated.ok) return rejectForm(form, updated);
  const book = keepList(href("/manager/books/:id", params), url.search);
  return redirectWithMessage(context, book, "book:success.updated");
}

export const shouldRevalidate = revalidateAfterConflict;

export default function UpdateBook({
  loaderData: { book, isDeleted, genres },
  actionData,
}: Route.ComponentProps) {
  const { t } = useI18n();
  const page = keepList(href("/manager/books/:id", { id: book.id }), useLocation().search);
  return (
    <>
      <FormHeading
        title={t("book:manager.update")}
        subject={book.title}
        back={{ to: page, label: t("back") }}
      />
      <BookForm lastResult={actionData} book={book} isDeleted={isDeleted} genres={genres} cancelTo={page} />
    </>
  );
}
