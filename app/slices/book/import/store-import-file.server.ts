import { data, type RouterContextProvider, redirect } from "react-router";
import { i18nContext, platformContext, viewerContext } from "#app/context.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import type { FormResult } from "#app/core/forms/use-form-result.ts";
import { fileOf } from "./book-upload.server.ts";
import type { Encoding } from "./encodings.ts";
import type { FileFacts } from "./file-lines.server.ts";
import type { FileObjection } from "./file-text.server.ts";
import { importsOf } from "./kept-import.server.ts";

/**
 * Stores the rows of an uploaded file, and redirects to the page that previews them.
 * @param form null if the body was too large
 * @param options.kind the kind of file
 * @param options.read reads its rows
 * @param options.pageOf the path of the preview
 */
export async function storeImportFile<Row>(
  form: FormData | null,
  context: Readonly<RouterContextProvider>,
  {
    kind,
    read,
    pageOf,
  }: {
    kind: "book-import" | "shelf-import";
    read: (
      bytes: ArrayBuffer,
      encoding: Encoding | null,
    ) => { ok: true; rows: Row[]; facts: FileFacts } | FileObjection;
    pageOf: (id: string) => string;
  },
) {
  const upload = await fileOf(form);
  if (!upload.ok) return refuse(upload);
  const file = read(upload.bytes, upload.encoding);
  if (!file.ok) return refuse(file);
  const { id: userId } = await context.get(viewerContext);
  const imports = importsOf<Row>(context.get(platformContext).kv, userId, kind);
  const kept = await tryWrite(context, "common:saveFailed", async () => {
    const id = await imports.keep(file.rows, { fileName: upload.name, ...file.facts });
    return { ok: true as const, id };
  });
  if (!kept.ok) return withError(context.get(i18nContext).t("common:saveFailed"), { status: 500 });
  return redirect(pageOf(kept.id));

  function refuse({ message, values }: FileObjection) {
    const { t } = context.get(i18nContext);
    const status = message === "import:errors.tooLarge" ? 413 : 400;
    const encoding = upload.ok ? upload.encoding : null;
    const asks = encoding !== null || message === "import:errors.encoding";
    return withError(t(message, values ?? {}), { status }, asks ? { encoding: encoding ?? "" } : undefined);
  }
}

/** @param initialValue the initial encoding, if the form should ask for one */
function withError(message: string, init: ResponseInit, initialValue?: { encoding: string }) {
  const result: FormResult = {
    status: "error",
    error: { file: [message] },
    ...(initialValue && { initialValue }),
  };
  return data(result, init);
}
