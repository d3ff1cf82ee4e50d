import { create } from "content-disposition";
import type { RouterContextProvider } from "react-router";
import { dbContext, i18nContext, platformContext } from "#app/context.ts";
import type { DocumentKind } from "./file-kind.ts";
import { files } from "./files.table.ts";
import { sourceOf } from "./object-keys.ts";
import { isFileOf } from "./save-file.server.ts";
import { sendObject } from "./send-object.server.ts";

type Context = Readonly<RouterContextProvider>;

/** A document. */
interface FoundDocument {
  id: string;
  /** The name that the uploader gave the file. */
  name: string;
  /** The media type of the file. */
  type: string;
}

/** Finds a row's document, in one query; null without one. The caller must check that the reader may see the row. */
export async function findDocumentOf(
  context: Context,
  kind: DocumentKind,
  rowId: string,
): Promise<(FoundDocument & { bytes: number }) | null> {
  const columns = { id: files.id, name: files.name, type: files.type, bytes: files.bytes };
  const [found] = await context.get(dbContext).select(columns).from(files).where(isFileOf(kind, rowId));
  return found ?? null;
}

/**
 * Sends a document to a reader who may see its row. It is downloaded, and not cached.
 * @param found undefined if its row does not exist, or belongs to somebody else
 * @returns a 404 response without a document
 */
export async function sendDocument(
  { request, context }: { request: Request; context: Context },
  found: FoundDocument | null | undefined,
): Promise<Response> {
  const { files: bucket } = context.get(platformContext);
  // The message is plain text, because the response is not a page.
  if (!found || !bucket) return new Response(context.get(i18nContext).t("code:NOT_FOUND"), { status: 404 });
  return sendObject(bucket, sourceOf(found.id), request.headers, {
    "Cache-Control": "private, no-store",
    "Content-Disposition": create(found.name),
    type: found.type,
  });
}
