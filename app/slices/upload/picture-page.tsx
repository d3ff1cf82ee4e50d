import type { ReactNode } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import "./picture-page.css";
import { PicturePreview } from "./picture-preview.tsx";
import { PICTURE_TYPES } from "./picture-types.ts";
import { UploadPage, type UploadPageProps } from "./upload-page.tsx";

const SHAPES = {
  round: "picture-round",
  square: "picture-square",
  wide: "picture-wide",
  tall: "picture-tall",
};

/** The page that changes a row's picture. */
export function PicturePage({
  picture,
  shape,
  maxMegabytes,
  ...page
}: UploadPageProps & {
  /** The picture, or the drawing that replaces it if there is none; null without either. */
  picture: ReactNode;
  /** The shape of the picture: a circle, a small square, three wide and two high, or two wide and three high. */
  shape: keyof typeof SHAPES;
  isThere: boolean;
}) {
  const { t } = useI18n();
  return (
    <UploadPage
      label={t("upload:picture.label")}
      accept={PICTURE_TYPES.join()}
      hint={t("upload:picture.hint", { megabytes: maxMegabytes })}
      removal={t("upload:picture.remove")}
      {...page}
    >
      {(file) =>
        (picture || file) && (
          <div className={`relative overflow-hidden ${SHAPES[shape]}`}>
            {picture}
            {file && <PicturePreview file={file} />}
          </div>
        )
      }
    </UploadPage>
  );
}
