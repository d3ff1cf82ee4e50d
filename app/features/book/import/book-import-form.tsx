import { Form } from "react-router";
import { FieldLabel } from "#app/forms/field-label.tsx";
import { FieldErrors } from "#app/forms/text-field.tsx";
import { type FormResult, inputProps, useFormResult } from "#app/forms/use-form-result.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import "./book-import.css";
import { GenreNames } from "./genre-names.tsx";

/** The form that takes a file of books. It says what a file must look like. */
export function ImportForm({
  lastResult,
  genres,
  cancelTo,
}: {
  /** What the action returned. */
  lastResult: FormResult | undefined;
  /** The names of the genres. */
  genres: string[];
  cancelTo: string;
}) {
  const { t } = useI18n();
  const form = useFormResult(lastResult);
  const field = form.field("file");
  const { defaultValue, ...props } = inputProps(field, `${form.id}-hint`);
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      {...form.props}
      className="flex max-w-xl flex-col gap-5"
    >
      <p>{t("import:intro")}</p>
      <ul id={`${form.id}-hint`} className="list-disc space-y-1 ps-5 text-quiet">
        <li>{t("import:columns")}</li>
        <li>{t("import:exported")}</li>
        <li>{t("import:limits")}</li>
        <li>
          <GenreNames names={genres} />
        </li>
      </ul>
      <div>
        <FieldLabel htmlFor={field.id} isRequired>
          {t("import:file")}
        </FieldLabel>
        <input
          {...props}
          type="file"
          required
          // biome-ignore lint/a11y/noAutofocus: the first field of a form's page has the focus, as everywhere
          autoFocus={!lastResult}
          accept=".csv,text/csv"
          className="import-file rounded-lg border border-edge bg-paper aria-invalid:border-danger"
        />
        <FieldErrors id={field.errorId} errors={field.errors} />
      </div>
      <div className="mt-2 flex flex-wrap gap-3">
        <SubmitButton>{t("import:check")}</SubmitButton>
        <ButtonLink variant="secondary" to={cancelTo}>
          {t("cancel")}
        </ButtonLink>
      </div>
    </Form>
  );
}
