import { create } from "content-disposition";
import type { RouterContextProvider } from "react-router";
import { dbContext, i18nContext, platformContext } from "#app/context.ts";
import type { DocumentKind } from "./file-kind.ts";
import { files } from "./files.table.ts";
import { sourceOf } from "./object-keys.ts";
import { isFileOf } from "./save-file.server.ts";
import { sendObject } from "./send-object.server.ts";

type Context = Readonly<RouterContextProvider>;

/** A document of a row. */
interface FoundDocument {
  id: string;
  /** What its sender called it. */
  name: string;
  /** Its media type. */
  type: string;
  bytes: number;
}

/** Finds the document of a row, in one query; null if there is none. Whoever shows or sends it finds its row as well. */
export async function findDocumentOf(
  context: Context,
  kind: DocumentKind,
  rowId: string,
): Promise<FoundDocument | null> {
  const columns = { id: files.id, name: files.name, type: files.type, bytes: files.bytes };
  const [found] = await context.get(dbContext).select(columns).from(files).where(isFileOf(kind, rowId));
  return found ?? null;
}

/**
 * Sends a document to whoever sees its row: the browser keeps it as a file of theirs, and nothing else does.
 * @param found undefined if its row is not there, or not theirs
 * @returns a 404 response if there is none
 */
export async function sendDocument(
  { request, context }: { request: Request; context: Context },
  found: FoundDocument | null | undefined,
): Promise<Response> {
  const { files: bucket } = context.get(platformContext);
  // In words, as no page is around it.
  if (!found || !bucket) return new Response(context.get(i18nContext).t("code:NOT_FOUND"), { status: 404 });
  return sendObject(bucket, sourceOf(found.id), request.headers, {
    "Cache-Control": "private, no-store",
    "Content-Disposition": create(found.name),
    type: found.type,
  });
}
