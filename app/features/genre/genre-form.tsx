import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form, href } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import { FieldErrors, TextField } from "#app/ui/text-field.tsx";

/** The form of a new genre and of a change to one. */
export function GenreForm({
  lastResult,
  genre,
  submit,
}: {
  /** What the action answered. */
  lastResult: SubmissionResult | undefined;
  genre?: { name: string };
  submit: string;
}) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ name: string }>({ lastResult, defaultValue: genre });
  return (
    <Form method="post" {...getFormProps(form)} noValidate className="flex max-w-xl flex-col gap-5">
      <FieldErrors id={form.errorId} errors={form.errors} />
      <TextField field={fields.name} label={t("genre:name")} dir="auto" />
      <div className="mt-2 flex flex-wrap gap-3">
        <SubmitButton intent="save">{submit}</SubmitButton>
        <ButtonLink variant="secondary" to={href("/manager/genres")}>
          {t("cancel")}
        </ButtonLink>
      </div>
    </Form>
  );
}
