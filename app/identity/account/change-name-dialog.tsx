import { Form } from "react-router";
import { ChangedMeanwhile } from "#app/core/forms/changed-meanwhile.tsx";
import { OriginalValuesField } from "#app/core/forms/original-values-field.tsx";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { type FormResult, useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { Dialog, useCloseTo } from "#app/core/ui/dialog/dialog.tsx";

/** The `state` in the URL that opens this dialog (docs/product.md, Routes). */
export const CHANGE_NAME = "change-name";

/** Asks for a new name. @param here the path of the page without the dialog */
export function ChangeNameDialog({
  lastResult,
  name,
  here,
}: {
  /** The action's result. */
  lastResult: FormResult | undefined;
  name: string | null;
  here: string;
}) {
  const { t } = useI18n();
  const form = useFormResult(lastResult, { name });
  const page = `${here}?state=${CHANGE_NAME}`;
  return (
    <Dialog title={t("account:changeName.title")} onClose={useCloseTo(here)}>
      <Form method="post" action={page} replace {...form.props} className="mt-4 flex flex-col gap-5">
        <FieldErrors id={form.errorId} errors={form.errors} />
        <OriginalValuesField form={form} />
        <ChangedMeanwhile form={form} here={page} fields={[{ name: "name", label: t("user:fields.name") }]} />
        <TextField field={form.field("name")} label={t("user:fields.name")} autoComplete="name" dir="auto" />
        <div className="dialog-buttons">
          <ButtonLink variant="secondary" to={here} replace preventScrollReset>
            {t("cancel")}
          </ButtonLink>
          <SubmitButton intent={CHANGE_NAME}>{t("account:changeName.submit")}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
