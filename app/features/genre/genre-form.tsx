import { Form, href, useLocation } from "react-router";
import { ChangedMeanwhile } from "#app/forms/changed-meanwhile.tsx";
import { CreateButtons } from "#app/forms/create-buttons.tsx";
import { DeletedMeanwhile } from "#app/forms/deleted-meanwhile.tsx";
import { LeaveQuestion } from "#app/forms/leave-question.tsx";
import { RowIdField } from "#app/forms/row-id-field.tsx";
import { SaveButtons } from "#app/forms/save-buttons.tsx";
import { ShownField } from "#app/forms/shown-field.tsx";
import { FieldErrors, TextField } from "#app/forms/text-field.tsx";
import { type FormResult, useFormResult } from "#app/forms/use-form-result.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { backToList } from "#app/lists/list-place.ts";
import type { GenreInput } from "./genre.schema.ts";

/** The form that creates or updates a genre. */
export function GenreForm({
  lastResult,
  newId,
  genre,
  isDeleted = false,
}: {
  /** What the action returned. */
  lastResult: FormResult | undefined;
  /** The id of the new genre (forms/row-id). */
  newId?: string;
  genre?: GenreInput;
  /** Whether the genre was deleted. */
  isDeleted?: boolean;
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
      {genre && <ShownField form={form} />}
      {isDeleted && <DeletedMeanwhile />}
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
        <SaveButtons isDeleted={isDeleted} intent="save" cancelTo={list} />
      )}
    </Form>
  );
}
