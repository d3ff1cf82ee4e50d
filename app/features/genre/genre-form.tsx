import type { SubmissionResult } from "@conform-to/react";
import { Form, href } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import { LeaveQuestion } from "#app/ui/leave-question.tsx";
import { NewId } from "#app/ui/new-id.tsx";
import { FieldErrors, TextField } from "#app/ui/text-field.tsx";
import { useFormResult } from "#app/ui/use-form-result.ts";

/** The form of a new genre and of a change to one. */
export function GenreForm({
  lastResult,
  newId,
  genre,
  submit,
}: {
  /** What the action answered. */
  lastResult: SubmissionResult | undefined;
  /** Of the genre to be made (lib/once). */
  newId?: string;
  genre?: { name: string };
  submit: string;
}) {
  const { t } = useTranslation();
  const form = useFormResult(lastResult, genre);
  return (
    <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
      <LeaveQuestion formId={form.id} />
      <FieldErrors id={form.errorId} errors={form.errors} />
      <NewId id={newId} />
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
