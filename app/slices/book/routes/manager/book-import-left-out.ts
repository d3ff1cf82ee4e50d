import { href } from "react-router";
import { dbContext, i18nContext, platformContext, viewerContext } from "#app/context.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { csvDownload } from "#app/core/lists/csv/csv-download.server.ts";
import { requirePermission } from "#app/identity/middleware/guards.ts";
import type { FileRow } from "#app/slices/book/import/book-file.server.ts";
import { validateRows } from "#app/slices/book/import/book-import.server.ts";
import { importsOf } from "#app/slices/book/import/kept-import.server.ts";
import { leftOutColumns } from "#app/slices/book/import/left-out-file.server.ts";
import type { Route } from "./+types/book-import-left-out.ts";

export const middleware = [requirePermission("book:create")];

/**
 * Downloads the rows that an import leaves out, as a CSV file. With `done`, the import has ended, and rows that already
 * exist are left out of the file, because the import has just added most of these.
 */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const { id: userId } = await context.get(viewerContext);
  const imports = importsOf<FileRow>(context.get(platformContext).kv, userId, "book-import");
  const about = await imports.find(params.id);
  const rows = about && (await imports.allRows(params.id, about));
  if (!rows) {
    throw await redirectWithMessage(context, href("/manager/books/import"), "import:expired", {
      type: "error",
    });
  }
  const i18n = context.get(i18nContext);
  const judged = await validateRows(context.get(dbContext), i18n, rows);
  const isDone = url.searchParams.has("done");
  const leftOut = judged.filter(({ fate }) => fate !== "new" && !(isDone && fate === "there"));
  return csvDownload(
    { request, url, context },
    {
      name: "books-left-out",
      list: href("/manager/books/import/:id", params),
      isFiltered: false,
      columns: leftOutColumns(i18n, leftOut),
      read: () => Promise.resolve({ items: leftOut, next: null }),
    },
  );
}
