import { href } from "react-router";
import { i18nContext } from "#app/context.ts";
import { csvDownload } from "#app/core/lists/csv/csv-download.server.ts";
import { requirePermission } from "#app/identity/middleware/guards.ts";
import { reasonOf } from "#app/slices/book/import/left-out-file.server.ts";
import { keptShelfImport } from "#app/slices/shelf/import/kept-shelf-import.server.ts";
import type { JudgedShelfRow } from "#app/slices/shelf/import/shelf-import.server.ts";
import type { Route } from "./+types/shelf-import-left-out.ts";

export const middleware = [requirePermission("reading:own")];

/**
 * Downloads the rows that an import leaves out, as a CSV file, to be corrected and imported again. With `done`, the
 * import has ended, and rows that are already on the shelf are left out of the file, because the import has just added
 * most of these.
 */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const { judged } = await keptShelfImport(context, params.id);
  const isDone = url.searchParams.has("done");
  const leftOut = judged.filter(({ fate }) => fate !== "new" && !(isDone && fate === "there"));
  const reason = reasonOf(context.get(i18nContext));
  const hasMore = leftOut.some(({ row }) => row.beyond.length > 0);
  return csvDownload(
    { request, url, context },
    {
      name: "shelf-left-out",
      list: href("/app/shelf/import/:id", params),
      isFiltered: false,
      columns: {
        row: ({ row }: JudgedShelfRow) => row.number,
        problem: reason,
        title: ({ row }: JudgedShelfRow) => row.title,
        author: ({ row }: JudgedShelfRow) => row.author,
        state: ({ row }: JudgedShelfRow) => row.state,
        rating: ({ row }: JudgedShelfRow) => row.rating,
        finished_on: ({ row }: JudgedShelfRow) => row.finishedOn,
        note: ({ row }: JudgedShelfRow) => row.note,
        // The values beyond the named columns keep a column without a name, so that an import refuses the row
        // again.
        ...(hasMore && { "": ({ row }: JudgedShelfRow) => row.beyond.join(", ") }),
      },
      read: () => Promise.resolve({ items: leftOut, next: null }),
    },
  );
}
