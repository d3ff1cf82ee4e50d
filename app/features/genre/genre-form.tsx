import { Form, href, useLocation } from "react-router";
import { ChangedMeanwhile } from "#app/forms/changed-meanwhile.tsx";
import { DeletedMeanwhile } from "#app/forms/deleted-meanwhile.tsx";
import { LeaveQuestion } from "#app/forms/leave-question.tsx";
import { RowIdField } from "#app/forms/row-id-field.tsx";
import { ShownField } from "#app/forms/shown-field.tsx";
import { FieldErrors, TextField } from "#app/forms/text-field.tsx";
import { type FormResult, useFormResult } from "#app/forms/use-form-result.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { backToList } from "#app/lists/list-place.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import type { GenreInput } from "./genre.schema.ts";

/** The form that creates or updates a genre. */
export function GenreForm({
  lastResult,
  newId,
  genre,
  isDeleted = false,
  submit,
}: {
  /** What the action returned. */
  lastResult: FormResult | undefined;
  /** The id of the new genre (forms/row-id). */
  newId?: string;
  genre?: GenreInput;
  /** Whether the genre was deleted. */
  isDeleted?: boolean;
  submit: string;
}) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const form = useFormResult(lastResult, genre);
  return (
    <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
      <LeaveQuestion formId={form.id} />
      <FieldErrors id={form.errorId} errors={form.errors} />
      <RowIdField id={newId} />
      {genre && <ShownField form={form} />}
      {isDeleted && <DeletedMeanwhile />}
      <ChangedMeanwhile
        form={form}
        here={pathname + search}
        fields={[{ name: "name", label: t("genre:fields.name") }]}
      />
      <TextField field={form.field("name")} label={t("genre:fields.name")} dir="auto" />
      <div className="mt-2 flex flex-wrap gap-3">
        <SubmitButton intent="save">{isDeleted ? t("manager:restoreAndSave") : submit}</SubmitButton>
        <ButtonLink variant="secondary" to={backToList(href("/manager/genres"), search)}>
          {t("cancel")}
        </ButtonLink>
      </div>
    </Form>
  );
}
