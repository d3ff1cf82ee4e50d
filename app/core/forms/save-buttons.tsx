import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { CancelLink } from "./cancel-link.tsx";

/**
 * The buttons of a form that changes a row, or restores it if it was deleted while the form was open. Without the
 * permission to restore it there is no save button, and the reader can still copy their input.
 */
export function SaveButtons({
  isDeleted,
  mayRestore,
  intent,
  cancelTo,
}: {
  isDeleted: boolean;
  mayRestore: boolean;
  /** Identifies the form on a page with several forms. */
  intent?: string;
  cancelTo: string;
}) {
  const { t } = useI18n();
  return (
    <div className="mt-2 flex flex-wrap gap-3">
      {(!isDeleted || mayRestore) && (
        <SubmitButton {...(intent && { intent })}>
          {isDeleted ? t("manager:restoreAndSave") : t("save")}
        </SubmitButton>
      )}
      <CancelLink to={cancelTo} />
    </div>
  );
}
