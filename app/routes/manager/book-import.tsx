import { data, href, redirect } from "react-router";
import { dbContext, i18nContext, platformContext, viewerContext } from "#app/context.ts";
import { type FileObjection, readBookFile } from "#app/features/book/import/book-file.server.ts";
import { ImportForm } from "#app/features/book/import/book-import-form.tsx";
import { readUpload } from "#app/features/book/import/book-upload.server.ts";
import { importsOf } from "#app/features/book/import/kept-import.server.ts";
import { listGenres } from "#app/features/genre/genre.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import type { FormResult } from "#app/forms/use-form-result.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { BackLink } from "#app/lists/back-link.tsx";
import { requirePermissionInParallel } from "#app/middleware/guards.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/book-import.ts";

export const middleware = [requirePermissionInParallel("book:create")];

export async function loader({ context }: Route.LoaderArgs) {
  const genres = await listGenres(context.get(dbContext));
  return { genres: genres.map(({ name }) => name) };
}

/** Reads a file and keeps its rows. Nothing is added before the page that it leads to was seen. */
export async function action({ request, context }: Route.ActionArgs) {
  const upload = await readUpload(request);
  if (!upload.ok) return refuse(upload);
  const file = readBookFile(upload.bytes);
  if (!file.ok) return refuse(file);
  const { id: userId } = await context.get(viewerContext);
  const imports = importsOf(context.get(platformContext).kv, userId);
  const kept = await tryWrite(context, "common:saveFailed", async () => {
    const id = await imports.keep(file.rows, { fileName: upload.name, ignored: file.ignored });
    return { ok: true as const, id };
  });
  if (!kept.ok) return withError(context.get(i18nContext).t("common:saveFailed"), 500);
  return redirect(href("/manager/books/import/:id", { id: kept.id }));

  function refuse({ message, values }: FileObjection) {
    const { t } = context.get(i18nContext);
    return withError(t(message, values ?? {}), message === "import:errors.tooLarge" ? 413 : 400);
  }

  function withError(message: string, status: number) {
    const result: FormResult = { status: "error", error: { file: [message] } };
    return data(result, { status });
  }
}

export default function BookImport({ loaderData: { genres }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("import:title")} />
      <BackLink to={href("/manager/books")}>{t("book:list.title")}</BackLink>
      <h1 className="mt-2 mb-6 font-serif text-4xl font-semibold">{t("import:title")}</h1>
      <ImportForm lastResult={actionData} genres={genres} cancelTo={href("/manager/books")} />
    </>
  );
}
