import { useI18n } from "#app/i18n/use-i18n.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";

/** The buttons of a form that changes something, or brings it back if it was deleted meanwhile. */
export function SaveButtons({
  isDeleted,
  intent,
  cancelTo,
}: {
  isDeleted: boolean;
  /** Tells apart the forms of a page. */
  intent?: string;
  cancelTo: string;
}) {
  const { t } = useI18n();
  return (
    <div className="mt-2 flex flex-wrap gap-3">
      <SubmitButton {...(intent && { intent })}>
        {isDeleted ? t("manager:restoreAndSave") : t("save")}
      </SubmitButton>
      <ButtonLink variant="secondary" to={cancelTo}>
        {t("cancel")}
      </ButtonLink>
    </div>
  );
}
