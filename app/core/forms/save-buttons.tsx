import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { CancelLink } from "./cancel-link.tsx";

/**
 * The buttons of a form that changes something, or brings it back if it was deleted meanwhile. Without the permission for that there is
 * nothing to save, and what was typed stays to be copied.
 */
export function SaveButtons({
  isDeleted,
  mayRestore,
  intent,
  cancelTo,
}: {
  isDeleted: boolean;
  mayRestore: boolean;
  /** Tells apart the forms of a page. */
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
