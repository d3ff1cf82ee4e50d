import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { DocumentLink, type ShownDocument } from "./document-link.tsx";
import { DOCUMENT_NAMES } from "./document-types.ts";
import { UploadPage, type UploadPageProps } from "./upload-page.tsx";

/** The page that changes a row's document. */
export function DocumentPage({
  document,
  downloadFrom,
  maxMegabytes,
  ...page
}: UploadPageProps & {
  /** The document; null without one. */
  document: ShownDocument | null;
  /** The path of the download. */
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
