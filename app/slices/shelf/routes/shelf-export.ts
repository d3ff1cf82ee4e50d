import { href } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { csvDownload } from "#app/core/lists/csv/csv-download.server.ts";
import { requirePermission } from "#app/identity/middleware/guards.ts";
import { shelfOf } from "#app/slices/shelf/reading.server.ts";
import { readShelfToExport, SHELF_COLUMNS } from "#app/slices/shelf/shelf-export.server.ts";
import type { Route } from "./+types/shelf-export.ts";

export const middleware = [requirePermission("reading:own")];

/** Downloads the reader's whole shelf as a CSV file. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { id } = await context.get(viewerContext);
  return csvDownload(
    { request, url, context },
    {
      name: "shelf",
      list: href("/app/shelf"),
      isFiltered: false,
      columns: SHELF_COLUMNS,
      read: (after) => readShelfToExport(context.get(dbContext), shelfOf(id), after),
    },
  );
}
