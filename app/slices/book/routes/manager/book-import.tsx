import { href } from "react-router";
import { dbContext } from "#app/context.ts";
import { withUpload } from "#app/core/forms/with-upload.server.ts";
import { requireMayWrite } from "#app/core/http/rate-limit.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { readBookFile } from "#app/slices/book/import/book-file.server.ts";
import { ImportForm } from "#app/slices/book/import/book-import-form.tsx";
import { MAX_BYTES } from "#app/slices/book/import/book-upload.server.ts";
import { isEncoding } from "#app/slices/book/import/encodings.ts";
import { GenreNames } from "#app/slices/book/import/genre-names.tsx";
import { storeImportFile } from "#app/slices/book/import/store-import-file.server.ts";
import { listGenres } from "#app/slices/genre/genre.server.ts";
import type { Route } from "./+types/book-import.ts";

export const middleware = [requirePermissionInParallel("book:create")];

export async function loader({ url, context }: Route.LoaderArgs) {
  const genres = await listGenres(context.get(dbContext));
  const encoding = url.searchParams.get("encoding");
  return { genres: genres.map(({ name }) => name), encoding: isEncoding(encoding) ? encoding : null };
}

/** Reads a file and stores its rows. Nothing is added before the user confirms the preview. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireMayWrite(context);
  return withUpload({ request, context }, MAX_BYTES, (form) =>
    storeImportFile(form, context, {
      kind: "book-import",
      read: readBookFile,
      pageOf: (id) => href("/manager/books/import/:id", { id }),
    }),
  );
}

export default function BookImport({ loaderData: { genres, encoding }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("import:title")} />
      <BackLink to={href("/manager/books")}>{t("book:list.title")}</BackLink>
      <h1 className="mt-2 mb-6 font-serif text-4xl font-semibold">{t("import:title")}</h1>
      <ImportForm lastResult={actionData} encoding={encoding} cancelTo={href("/manager/books")}>
        <li>{t("import:columns")}</li>
        <li>{t("import:exported")}</li>
        <li>{t("import:limits")}</li>
        <li>
          <GenreNames names={genres} />
        </li>
      </ImportForm>
    </>
  );
}
