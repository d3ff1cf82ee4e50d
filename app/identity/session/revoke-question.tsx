import type { ReactNode } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ConfirmDialog } from "#app/core/ui/dialog/confirm-dialog.tsx";

/**
 * Asks for confirmation before all sessions of a user end.
 * @param here the URL of the page without the dialog
 * @param isSelf whether the user is the reader, whose current session then stays
 * @param children further information
 */
export function RevokeQuestion({
  here,
  isSelf,
  children,
}: {
  here: string;
  isSelf: boolean;
  children?: ReactNode;
}) {
  const { t } = useI18n();
  return (
    <ConfirmDialog
      title={isSelf ? t("session:question.others") : t("session:question.all")}
      description={t("session:question.description")}
      here={here}
      intent="revoke-sessions"
      submit={isSelf ? t("session:revokeOthers") : t("session:revokeAll")}
    >
      {children}
    </ConfirmDialog>
  );
}
