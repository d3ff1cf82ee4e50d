import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { DocumentLink, type ShownDocument } from "./document-link.tsx";
import { DOCUMENT_NAMES } from "./document-types.ts";
import { UploadPage, type UploadPageProps } from "./upload-page.tsx";

/** The page of the document of a row. */
export function DocumentPage({
  document,
  downloadFrom,
  maxMegabytes,
  ...page
}: UploadPageProps & {
  /** The document; null if there is none. */
  document: ShownDocument | null;
  /** The path that sends it. */
  downloadFrom: string;
}) {
  const { t } = useI18n();
  return (
    <UploadPage
      label={t("upload:document.label")}
      accept={DOCUMENT_NAMES}
      hint={t("upload:document.hint", { megabytes: maxMegabytes })}
      isThere={document !== null}
      removal={t("upload:document.remove")}
      {...page}
    >
      {() => (
        <p>
          {document ? <DocumentLink document={document} from={downloadFrom} /> : t("upload:document.none")}
        </p>
      )}
    </UploadPage>
  );
}
