import { Form, useLocation } from "react-router";
import { ChangedMeanwhile } from "#app/core/forms/changed-meanwhile.tsx";
import { LeaveQuestion } from "#app/core/forms/leave-question.tsx";
import { OriginalValuesField } from "#app/core/forms/original-values-field.tsx";
import { SaveButtons } from "#app/core/forms/save-buttons.tsx";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { type FormResult, useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";

/** The form for the name and the address of an organisation. */
export function OrganisationForm({
  lastResult,
  organisation: { name, slug },
  here,
  cancelTo,
}: {
  lastResult: FormResult | undefined;
  organisation: { name: string; slug: string };
  /** The path of the page, if the form is only a part of it. */
  here?: string;
  cancelTo: string;
}) {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const form = useFormResult(lastResult, { name, slug });
  const labels = { name: t("organisation:fields.name"), slug: t("organisation:fields.slug") };
  return (
    <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
      <LeaveQuestion formId={form.id} />
      <FieldErrors id={form.errorId} errors={form.errors} />
      <OriginalValuesField form={form} />
      <ChangedMeanwhile
        form={form}
        here={here ?? pathname}
        fields={[
          { name: "name", label: labels.name },
          { name: "slug", label: labels.slug },
        ]}
      />
      <TextField field={form.field("name")} label={labels.name} autoComplete="organization" isRequired />
      <TextField
        field={form.field("slug")}
        label={labels.slug}
        hint={t("organisation:slugChangeHint")}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        isRequired
      />
      <SaveButtons isDeleted={false} mayRestore={false} cancelTo={cancelTo} />
    </Form>
  );
}
