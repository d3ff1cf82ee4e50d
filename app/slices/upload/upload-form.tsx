import { type ReactNode, useState } from "react";
import { Form, href } from "react-router";
import { FileField } from "#app/core/forms/file-field.tsx";
import { type FormResult, useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { useMayOpen } from "#app/core/ui/may-open.ts";
import { UploadProgress } from "./upload-progress.tsx";
import { useSending } from "./use-sending.ts";

/** The form that uploads a file. With script it shows the progress. */
export function UploadForm({
  lastResult,
  sendTo,
  back,
  label,
  accept,
  hint,
  width = "auto",
  children,
}: {
  /** The action's result. */
  lastResult: FormResult | undefined;
  /** The path to which script uploads the file. */
  sendTo: string;
  /** The path to which the reader returns without uploading a file. */
  back: string;
  label: string;
  accept: string;
  hint: string;
  /** How wide the buttons are. */
  width?: "auto" | "full" | undefined;
  /** Renders the current file. @param selected the file that the user has selected; null if there is none */
  children: (selected: File | null) => ReactNode;
}) {
  const mayOpen = useMayOpen();
  const { t } = useI18n();
  const [selected, setSelected] = useState<File | null>(null);
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
        // Without a file, the server responds quickly, so there is no progress to show.
        if (!selected) return;
        event.preventDefault();
        send(event.currentTarget, sendTo);
      }}
      className="flex flex-col gap-5"
    >
      {children(selected)}
      <FileField
        field={form.field("file")}
        label={label}
        accept={accept}
        hintId={`${form.id}-hint`}
        onChoose={(file) => {
          setSelected(file);
          clear();
        }}
      >
        <p id={`${form.id}-hint`} className="mt-1.5 text-quiet">
          {hint}
        </p>
      </FileField>
      {share === null ? (
        <div className="flex flex-wrap gap-3">
          <SubmitButton width={width}>{t("common:save")}</SubmitButton>
          <ButtonLink variant="secondary" width={width} to={mayOpen(back) ? back : href("/")}>
            {t("common:cancel")}
          </ButtonLink>
        </div>
      ) : (
        <UploadProgress share={share} cancel={cancel} />
      )}
    </Form>
  );
}
