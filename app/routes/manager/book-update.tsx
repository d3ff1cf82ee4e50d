import { data, href } from "react-router";
import { dbContext, i18nContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { BOOK_ERROR_FIELDS, bookSchema } from "#app/features/book/book.schema.ts";
import { findBook, updateBook } from "#app/features/book/book.server.ts";
import { BookForm } from "#app/features/book/book-form.tsx";
import { listGenres } from "#app/features/genre/genre.server.ts";
import { parseForm, refuseByRule, refuseForm } from "#app/forms/form.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { requirePermission } from "#app/middleware/guards.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/book-update.ts";

export const middleware = [requirePermission("book:update")];

export async function loader({ context, params }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const [book, genres] = await Promise.all([findBook(db, params.id), listGenres(db)]);
  if (!book) throw data(null, { status: 404 });
  return { book, genres };
}

export async function action({ request, url, context, params }: Route.ActionArgs) {
  const i18n = context.get(i18nContext);
  const submission = await parseForm(request, bookSchema, i18n);
  if (submission.status !== "success") return refuseForm(submission);
  const actor = await currentActor(context);
  const updated = await tryWrite(context, "book not written", () =>
    updateBook(context.get(dbContext), params.id, submission.value, actor),
  );
  if (!updated)
    return refuseForm(submission, { formErrors: [i18n.t("book:errors.updateFailed")] }, { status: 500 });
  if (!updated.ok) return refuseByRule(context, submission, updated.code, BOOK_ERROR_FIELDS);
  return redirectWithFlash(
    href("/manager/books/:id", params),
    { type: "success", message: "book:success.updated" },
    { context, url },
  );
}

export default function UpdateBook({ loaderData: { book, genres }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("book:manager.update")} />
      <h1 className="mb-6 font-serif text-4xl font-semibold">{t("book:manager.update")}</h1>
      <BookForm
        lastResult={actionData}
        book={book}
        genres={genres}
        submit={t("book:manager.save")}
        cancelTo={href("/manager/books/:id", { id: book.id })}
      />
    </>
  );
}
