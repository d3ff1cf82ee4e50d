import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { DocumentLink, type ShownDocument } from "./document-link.tsx";
import { DOCUMENT_NAMES } from "./document-types.ts";
import { RemoveFileForm } from "./remove-file-form.tsx";
import { UploadForm, type UploadFormProps } from "./upload-form.tsx";

/** The page of the document of a row: a link to it, the form for another one, and a button that removes it. */
export function DocumentPage({
  title,
  description,
  document,
  downloadFrom,
  maxMegabytes,
  ...form
}: UploadFormProps & {
  title: string;
  /** What it is of. */
  description: string;
  /** The document; null if there is none. */
  document: ShownDocument | null;
  /** The path that sends it. */
  downloadFrom: string;
  maxMegabytes: number;
}) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={title} />
      <EntryHeading title={title}>{description}</EntryHeading>
      <UploadForm
        label={t("upload:document.label")}
        accept={DOCUMENT_NAMES}
        hint={t("upload:document.hint", { megabytes: maxMegabytes })}
        {...form}
      >
        {() => (
          <p>
            {document ? <DocumentLink document={document} from={downloadFrom} /> : t("upload:document.none")}
          </p>
        )}
      </UploadForm>
      {document && <RemoveFileForm>{t("upload:document.remove")}</RemoveFileForm>}
    </>
  );
}
