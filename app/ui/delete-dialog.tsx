import { useI18n } from "#app/i18n/use-i18n.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Asks before something is deleted for good, and posts the intent "delete" to the page that asks. */
export function DeleteDialog({
  name,
  here,
}: {
  /** What people call it. */
  name: string;
  /** The page without the question. */
  here: string;
}) {
  const { t } = useI18n();
  return (
    <ConfirmDialog
      title={t("deleteQuestion.title", { name })}
      description={t("deleteQuestion.description")}
      here={here}
      intent="delete"
      submit={t("delete")}
    />
  );
}
