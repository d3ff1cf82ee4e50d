import type { SubmissionResult } from "@conform-to/react";
import { Form, href } from "react-router";
import { LeaveQuestion } from "#app/forms/leave-question.tsx";
import { RowIdField } from "#app/forms/row-id-field.tsx";
import { FieldErrors, TextField } from "#app/forms/text-field.tsx";
import { useFormResult } from "#app/forms/use-form-result.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import type { GenreInput } from "./genre.schema.ts";

/** The form that creates or updates a genre. */
export function GenreForm({
  lastResult,
  newId,
  genre,
  submit,
}: {
  /** What the action returned. */
  lastResult: SubmissionResult | undefined;
  /** The id of the new genre (forms/row-id). */
  newId?: string;
  genre?: GenreInput;
  submit: string;
}) {
  const { t } = useI18n();
  const form = useFormResult(lastResult, genre);
  return (
    <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
      <LeaveQuestion formId={form.id} />
      <FieldErrors id={form.errorId} errors={form.errors} />
      <RowIdField id={newId} />
      <TextField field={form.field("name")} label={t("genre:name")} dir="auto" />
      <div className="mt-2 flex flex-wrap gap-3">
        <SubmitButton intent="save">{submit}</SubmitButton>
        <ButtonLink variant="secondary" to={href("/manager/genres")}>
          {t("cancel")}
        </ButtonLink>
      </div>
    </Form>
  );
}
