import { href } from "react-router";
import { dbContext, i18nContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { BOOK_ERROR_FIELDS, newBookSchema } from "#app/features/book/book.schema.ts";
import { createBook } from "#app/features/book/book.server.ts";
import { BookForm } from "#app/features/book/book-form.tsx";
import { listGenres } from "#app/features/genre/genre.server.ts";
import { parseForm, refuseByRule, refuseForm } from "#app/forms/form.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
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
  const actor = await currentActor(context);
  const created = await tryWrite(context, "book not written", () =>
    createBook(context.get(dbContext), submission.value, actor),
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
  const { t } = useI18n();
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
