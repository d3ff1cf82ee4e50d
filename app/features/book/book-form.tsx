import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { FieldErrors, TextField } from "#app/ui/text-field.tsx";

/** The form of a new book and of a change to one. */
export function BookForm({
  lastResult,
  book,
  genres,
  submit,
  cancelTo,
}: {
  /** What the action answered. */
  lastResult: SubmissionResult | undefined;
  book?: { title: string; author: string | null; genreId: string | null; publisher: string | null };
  genres: { id: string; name: string }[];
  submit: string;
  cancelTo: string;
}) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ title: string; author: string; genreId: string; publisher: string }>({
    lastResult,
    defaultValue: book,
  });
  return (
    <Form method="post" {...getFormProps(form)} noValidate className="flex max-w-xl flex-col gap-5">
      <FieldErrors id={form.errorId} errors={form.errors} />
      <TextField field={fields.title} label={t("book:title")} dir="auto" />
      <TextField field={fields.author} label={t("book:author")} dir="auto" />
      <SelectField
        field={fields.genreId}
        label={t("book:genre")}
        empty={t("book:noGenre")}
        options={genres.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField field={fields.publisher} label={t("book:publisher")} dir="auto" />
      <div className="mt-2 flex flex-wrap gap-3">
        <SubmitButton>{submit}</SubmitButton>
        <ButtonLink variant="secondary" to={cancelTo}>
          {t("cancel")}
        </ButtonLink>
      </div>
    </Form>
  );
}
