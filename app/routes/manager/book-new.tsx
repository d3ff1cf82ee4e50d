import { href } from "react-router";
import { dbContext, i18nContext } from "#app/context.ts";
import { authorOf } from "#app/features/audit/audit.server.ts";
import { BOOK_ERROR_FIELDS, newBookSchema } from "#app/features/book/book.schema.ts";
import { createBook } from "#app/features/book/book.server.ts";
import { BookForm } from "#app/features/book/book-form.tsx";
import { listGenres } from "#app/features/genre/genre.server.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { redirectWithFlash } from "#app/lib/flash.server.ts";
import { parseForm, refuseByRule, refuseForm } from "#app/lib/form.server.ts";
import { tryWrite } from "#app/lib/try-write.server.ts";
import { requirePermission } from "#app/middleware/guards.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/book-new.ts";

export const middleware = [requirePermission("book:create")];

export async function loader({ context }: Route.LoaderArgs) {
  return { id: crypto.randomUUID(), genres: await listGenres(context.get(dbContext)) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const i18n = context.get(i18nContext);
  const submission = await parseForm(request, newBookSchema, i18n);
  if (submission.status !== "success") return refuseForm(submission);
  const author = await authorOf(context);
  const created = await tryWrite(context, "book not written", () =>
    createBook(context.get(dbContext), submission.value, author),
  );
  if (!created)
    return refuseForm(submission, { formErrors: [i18n.t("book:errors.createFailed")] }, { status: 500 });
  if (!created.ok) return refuseByRule(context, submission, created.code, BOOK_ERROR_FIELDS);
  return redirectWithFlash(
    href("/manager/books/:id", { id: created.id }),
    { type: "success", message: "book:success.created" },
    { context, url },
  );
}

export default function NewBook({ loaderData: { id, genres }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={t("book:manager.newTitle")} />
      <h1 className="mb-6 font-serif text-4xl font-semibold">{t("book:manager.newTitle")}</h1>
      <BookForm
        lastResult={actionData}
        newId={id}
        genres={genres}
        submit={t("book:manager.create")}
        cancelTo={href("/manager/books")}
      />
    </>
  );
}
