import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Asks before deleting something permanently, and posts the intent "delete" to the page that asks. */
export function DeleteDialog({
  name,
  here,
}: {
  /** The name of the row, as people know it. */
  name: string;
  /** The URL of the page without the dialog. */
  here: string;
}) {
  const { t } = useI18n();
  return (
    <ConfirmDialog
      title={t("manager:deleteQuestion.title", { name })}
      description={t("manager:deleteQuestion.description")}
      here={here}
      intent="delete"
      submit={t("delete")}
    />
  );
}
