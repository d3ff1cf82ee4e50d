import { Form, href, useLocation } from "react-router";
import { ChangedMeanwhile } from "#app/core/forms/changed-meanwhile.tsx";
import { CreateButtons } from "#app/core/forms/create-buttons.tsx";
import { DeletedRowNotice } from "#app/core/forms/deleted-row-notice.tsx";
import { LeaveQuestion } from "#app/core/forms/leave-question.tsx";
import { OriginalValuesField } from "#app/core/forms/original-values-field.tsx";
import { RowIdField } from "#app/core/forms/row-id-field.tsx";
import { SaveButtons } from "#app/core/forms/save-buttons.tsx";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { type FormResult, useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { backToList } from "#app/core/lists/list-place.ts";
import type { GenreInput } from "./genre.schema.ts";

/** The form that creates or updates a genre. */
export function GenreForm({
  lastResult,
  newId,
  genre,
  isDeleted = false,
  mayRestore = false,
}: {
  /** The action's result. */
  lastResult: FormResult | undefined;
  /** The id of the new genre (forms/row-id). */
  newId?: string;
  genre?: GenreInput;
  /** Whether the genre was deleted. */
  isDeleted?: boolean;
  /** Whether the reader may restore it. */
  mayRestore?: boolean;
}) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const list = backToList(href("/manager/genres"), search);
  const form = useFormResult(lastResult, genre);
  return (
    <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
      <LeaveQuestion formId={form.id} />
      <FieldErrors id={form.errorId} errors={form.errors} />
      <RowIdField id={newId} />
      {genre && <OriginalValuesField form={form} />}
      {isDeleted && <DeletedRowNotice mayRestore={mayRestore} />}
      <ChangedMeanwhile
        form={form}
        here={pathname + search}
        fields={[{ name: "name", label: t("genre:fields.name") }]}
      />
      <TextField
        field={form.field("name")}
        label={t("genre:fields.name")}
        isRequired
        autoFocus={!lastResult}
        dir="auto"
      />
      {newId ? (
        <CreateButtons cancelTo={list} />
      ) : (
        <SaveButtons isDeleted={isDeleted} mayRestore={mayRestore} intent="save" cancelTo={list} />
      )}
    </Form>
  );
}
