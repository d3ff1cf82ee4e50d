import type { ReactNode } from "react";
import { Form } from "react-router";
import { CancelLink } from "#app/core/forms/cancel-link.tsx";
import { FileField } from "#app/core/forms/file-field.tsx";
import { SelectField } from "#app/core/forms/select-field.tsx";
import { type FormResult, useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { ENCODINGS, type Encoding } from "./encodings.ts";

/** The form that uploads a file. It explains which files can be imported. */
export function ImportForm({
  lastResult,
  encoding,
  cancelTo,
  children,
}: {
  /** The action's result. */
  lastResult: FormResult | undefined;
  /**
   * If the file was decoded with the wrong encoding, that encoding: the form asks for another one. Otherwise
   * null.
   */
  encoding: Encoding | null;
  cancelTo: string;
  /** List items that explain this kind of file. */
  children: ReactNode;
}) {
  const { t } = useI18n();
  const form = useFormResult(lastResult, { encoding });
  const asksEncoding = encoding !== null || lastResult?.initialValue?.encoding !== undefined;
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      {...form.props}
      className="flex max-w-xl flex-col gap-5"
    >
      <p>{t("import:intro")}</p>
      <ul id={`${form.id}-hint`} className="flex list-disc flex-col gap-1 ps-5 text-quiet">
        {children}
      </ul>
      <FileField
        field={form.field("file")}
        label={t("import:file")}
        accept=".csv,.tsv,.tab,.txt,text/csv,text/tab-separated-values,text/plain"
        hintId={`${form.id}-hint`}
      />
      {asksEncoding && (
        <SelectField
          field={form.field("encoding")}
          label={t("import:encoding")}
          empty={t("import:encodingUnknown")}
          options={ENCODINGS.map((value) => ({ value, label: t(`import:encodings.${value}`) }))}
        />
      )}
      <div className="mt-2 flex flex-wrap gap-3">
        <SubmitButton>{t("import:check")}</SubmitButton>
        <CancelLink to={cancelTo} />
      </div>
    </Form>
  );
}
