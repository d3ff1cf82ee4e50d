import { href } from "react-router";
import { dbContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { newBookSchema } from "#app/features/book/book.schema.ts";
import { createBook } from "#app/features/book/book.server.ts";
import { BookForm } from "#app/features/book/book-form.tsx";
import { listGenres } from "#app/features/genre/genre.server.ts";
import { parseForm, rejectForm } from "#app/forms/form.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { requirePermissionInParallel } from "#app/middleware/guards.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
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
  return redirectWithMessage(context, href("/manager/books/:id", { id: created.id }), "book:success.created");
}

export default function NewBook({ loaderData: { id, genres }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("book:manager.new")} />
      <h1 className="mb-6 font-serif text-4xl font-semibold">{t("book:manager.new")}</h1>
      <BookForm
        lastResult={actionData}
        newId={id}
        genres={genres}
        submit={t("create")}
        cancelTo={href("/manager/books")}
      />
    </>
  );
}
