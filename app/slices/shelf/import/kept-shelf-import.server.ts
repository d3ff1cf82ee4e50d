import { href, type RouterContextProvider } from "react-router";
import { dbContext, i18nContext, platformContext, viewerContext } from "#app/context.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { importsOf } from "#app/slices/book/import/kept-import.server.ts";
import { shelfOf } from "#app/slices/shelf/reading.server.ts";
import type { ShelfRow } from "./shelf-file.server.ts";
import { judgeShelfRows } from "./shelf-import.server.ts";

/**
 * The rows that the reader has uploaded, and their outcome.
 * @throws a redirect to the upload form if they have expired, or belong to somebody else
 */
export async function keptShelfImport(context: Readonly<RouterContextProvider>, id: string) {
  const { id: ownerId } = await context.get(viewerContext);
  const imports = importsOf<ShelfRow>(context.get(platformContext).kv, ownerId, "shelf-import");
  const about = await imports.find(id);
  const rows = about && (await imports.allRows(id, about));
  if (!rows) {
    throw await redirectWithMessage(context, href("/app/shelf/import"), "import:expired", { type: "error" });
  }
  const shelf = shelfOf(ownerId);
  const judged = await judgeShelfRows(context.get(dbContext), shelf, context.get(i18nContext), rows);
  return { about, judged, shelf };
}
