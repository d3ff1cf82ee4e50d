import { Form, useLocation } from "react-router";
import { ChangedMeanwhile } from "#app/core/forms/changed-meanwhile.tsx";
import { CreateButtons } from "#app/core/forms/create-buttons.tsx";
import { DeletedRowNotice } from "#app/core/forms/deleted-row-notice.tsx";
import { LeaveQuestion } from "#app/core/forms/leave-question.tsx";
import { OriginalValuesField } from "#app/core/forms/original-values-field.tsx";
import { RowIdField } from "#app/core/forms/row-id-field.tsx";
import { SaveButtons } from "#app/core/forms/save-buttons.tsx";
import { SelectField } from "#app/core/forms/select-field.tsx";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { type FormResult, useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import type { BookInput } from "./book.schema.ts";

/** The form that creates or updates a book. */
export function BookForm({
  lastResult,
  newId,
  book,
  isDeleted = false,
  mayRestore = false,
  genres,
  cancelTo,
}: {
  /** The action's result. */
  lastResult: FormResult | undefined;
  /** The id of the new book (forms/row-id). */
  newId?: string;
  book?: BookInput;
  /** Whether the book was deleted. */
  isDeleted?: boolean;
  /** Whether the reader may restore it. */
  mayRestore?: boolean;
  genres: { id: string; name: string }[];
  cancelTo: string;
}) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const form = useFormResult(lastResult, book);
  return (
    <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
      <LeaveQuestion formId={form.id} />
      <FieldErrors id={form.errorId} errors={form.errors} />
      <RowIdField id={newId} />
      {book && <OriginalValuesField form={form} />}
      {isDeleted && <DeletedRowNotice mayRestore={mayRestore} />}
      <ChangedMeanwhile
        form={form}
        here={pathname + search}
        fields={[
          { name: "title", label: t("book:fields.title") },
          { name: "author", label: t("book:fields.author") },
          {
            name: "genreId",
            label: t("book:fields.genreId"),
            words: (value) => genres.find(({ id }) => id === value)?.name,
          },
          { name: "publisher", label: t("book:fields.publisher") },
        ]}
      />
      <TextField
        field={form.field("title")}
        label={t("book:fields.title")}
        isRequired
        autoFocus={!lastResult}
        dir="auto"
      />
      <TextField field={form.field("author")} label={t("book:fields.author")} dir="auto" />
      <SelectField
        field={form.field("genreId")}
        label={t("book:fields.genreId")}
        empty={t("book:noGenre")}
        options={genres.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField field={form.field("publisher")} label={t("book:fields.publisher")} dir="auto" />
      {newId ? (
        <CreateButtons cancelTo={cancelTo} />
      ) : (
        <SaveButtons isDeleted={isDeleted} mayRestore={mayRestore} cancelTo={cancelTo} />
      )}
    </Form>
  );
}
