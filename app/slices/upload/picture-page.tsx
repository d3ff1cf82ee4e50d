import type { ReactNode } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import "./picture-page.css";
import { PicturePreview } from "./picture-preview.tsx";
import { PICTURE_TYPES } from "./picture-types.ts";
import { RemoveFileForm } from "./remove-file-form.tsx";
import { UploadForm, type UploadFormProps } from "./upload-form.tsx";

const SHAPES = { round: "picture-round", square: "picture-square", wide: "picture-wide" };

/** The page of the picture of a row: the picture, the form for another one, and a button that removes it. */
export function PicturePage({
  title,
  description,
  picture,
  shape,
  isThere,
  maxMegabytes,
  ...form
}: UploadFormProps & {
  title: string;
  /** Who sees it. */
  description: string;
  /** The picture, or what is shown without one. */
  picture: ReactNode;
  /** How it is cut: as a circle, as a small square, or three wide and two high. */
  shape: keyof typeof SHAPES;
  /** Whether there is one to remove. */
  isThere: boolean;
  maxMegabytes: number;
}) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={title} />
      <EntryHeading title={title}>{description}</EntryHeading>
      <UploadForm
        label={t("upload:picture.label")}
        accept={PICTURE_TYPES.join()}
        hint={t("upload:picture.hint", { megabytes: maxMegabytes })}
        {...form}
      >
        {(chosen) => (
          <div className={`relative overflow-hidden ${SHAPES[shape]}`}>
            {picture}
            {chosen && <PicturePreview file={chosen} />}
          </div>
        )}
      </UploadForm>
      {isThere && <RemoveFileForm>{t("upload:picture.remove")}</RemoveFileForm>}
    </>
  );
}
