import { Form } from "react-router";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { type FormResult, useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { ConfirmDialog } from "#app/core/ui/dialog/confirm-dialog.tsx";
import { Dialog, useCloseTo } from "#app/core/ui/dialog/dialog.tsx";
import { RENAME } from "./passkey-list.tsx";
import type { PasskeyRow } from "./passkey-row.server.ts";

interface About {
  passkey: Pick<PasskeyRow, "id" | "name">;
  /** The path of the page without the dialog. */
  here: string;
}

/** Asks for another name of a passkey. @param lastResult the action's result */
export function RenamePasskeyDialog({
  passkey: { id, name },
  lastResult,
  here,
}: About & { lastResult: FormResult | undefined }) {
  const { t } = useI18n();
  const form = useFormResult(lastResult, { name });
  const page = `${here}?${new URLSearchParams({ [RENAME]: id })}`;
  return (
    <Dialog title={t("passkey:rename.title")} onClose={useCloseTo(here)}>
      <Form method="post" action={page} replace {...form.props} className="mt-4 flex flex-col gap-5">
        <FieldErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name="passkeyId" value={id} />
        <TextField
          field={form.field("name")}
          label={t("passkey:fields.name")}
          isRequired
          dir="auto"
          autoComplete="off"
        />
        <div className="dialog-buttons">
          <ButtonLink variant="secondary" to={here} replace preventScrollReset>
            {t("cancel")}
          </ButtonLink>
          <SubmitButton intent="rename-passkey">{t("passkey:rename.submit")}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

/** Asks for confirmation before a passkey is removed. */
export function RemovePasskeyDialog({ passkey: { id, name }, here }: About) {
  const { t } = useI18n();
  return (
    <ConfirmDialog
      title={t("passkey:remove.title", { name })}
      description={t("passkey:remove.description")}
      here={here}
      intent="remove-passkey"
      fields={{ passkeyId: id }}
      submit={t("passkey:remove.open")}
    />
  );
}
