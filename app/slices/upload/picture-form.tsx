import { type ReactNode, useState } from "react";
import { Form } from "react-router";
import { FileField } from "#app/core/forms/file-field.tsx";
import { type FormResult, useFormResult } from "#app/core/forms/use-form-result.ts";
import "./picture-form.css";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { PicturePreview } from "./picture-preview.tsx";
import { PICTURE_TYPES } from "./picture-types.ts";
import { UploadProgress } from "./upload-progress.tsx";
import { useSending } from "./use-sending.ts";

const SHAPES = { round: "picture-round", wide: "picture-wide" };

/** How a picture is cut: as a circle, or three wide and two high. */
export type PictureShape = keyof typeof SHAPES;

/** A picture, and the form for another one. With script it shows the chosen file, and how much of it is sent. */
export function PictureForm({
  lastResult,
  sendTo,
  cancelTo,
  shape,
  children,
}: {
  /** What the action returned. */
  lastResult: FormResult | undefined;
  /** The path that takes a file from script. */
  sendTo: string;
  cancelTo: string;
  shape: PictureShape;
  /** The picture as it is. */
  children: ReactNode;
}) {
  const { t } = useI18n();
  const [chosen, setChosen] = useState<File | null>(null);
  const { share, objection, send, cancel, clear } = useSending();
  const refused: FormResult | undefined =
    objection === null ? lastResult : { status: "error", error: { file: [objection] } };
  const form = useFormResult(refused);
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      {...form.props}
      onSubmit={(event) => {
        // Without a file, the answer comes at once.
        if (!chosen) return;
        event.preventDefault();
        send(event.currentTarget, sendTo);
      }}
      className="flex flex-col gap-5"
    >
      <div className={`relative overflow-hidden ${SHAPES[shape]}`}>
        {children}
        {chosen && <PicturePreview file={chosen} />}
      </div>
      <FileField
        field={form.field("file")}
        label={t("upload:file")}
        accept={PICTURE_TYPES.join()}
        hintId={`${form.id}-hint`}
        onChoose={(file) => {
          setChosen(file);
          clear();
        }}
      >
        <p id={`${form.id}-hint`} className="mt-1.5 text-quiet">
          {t("upload:hint")}
        </p>
      </FileField>
      {share === null ? (
        <div className="flex flex-col gap-3">
          <SubmitButton width="full">{t("common:save")}</SubmitButton>
          <ButtonLink variant="secondary" width="full" to={cancelTo}>
            {t("common:cancel")}
          </ButtonLink>
        </div>
      ) : (
        <UploadProgress share={share} cancel={cancel} />
      )}
    </Form>
  );
}
