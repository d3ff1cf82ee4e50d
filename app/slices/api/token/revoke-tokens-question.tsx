import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ConfirmDialog } from "#app/core/ui/dialog/confirm-dialog.tsx";

/**
 * Asks for confirmation before all access tokens of a user are revoked. @param here the URL of the page without the
 * dialog
 */
export function RevokeTokensQuestion({ here }: { here: string }) {
  const { t } = useI18n();
  return (
    <ConfirmDialog
      title={t("token:question.title")}
      description={t("token:question.description")}
      here={here}
      intent="revoke-tokens"
      submit={t("token:revokeAll")}
    />
  );
}
