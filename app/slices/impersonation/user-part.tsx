import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ConfirmDialog } from "#app/core/ui/dialog/confirm-dialog.tsx";
import { MenuLink } from "#app/core/ui/menu/more-menu.tsx";
import type { UserPart } from "#app/identity/manage-users/user-part.ts";

/** Whether a user's page offers to impersonate them, and asks for confirmation. */
export interface ShownImpersonation {
  may: boolean;
  isAsked: boolean;
}

/** The menu entry that impersonates a user, on their page in the manager. */
export const impersonationPart: UserPart<ShownImpersonation> = {
  key: "impersonation",
  menuEntry: ({ data: { may }, t, asking }) =>
    may && (
      <MenuLink key="impersonate" icon="eye" to={asking("impersonate")} isQuestion>
        {t("common:impersonation.open")}
      </MenuLink>
    ),
  Question({ data: { isAsked }, here, email }) {
    const { t } = useI18n();
    if (!isAsked) return null;
    return (
      <ConfirmDialog
        title={t("user:impersonate.title")}
        description={t("user:impersonate.description", { email: email })}
        here={here}
        intent="impersonate"
        submit={t("user:impersonate.submit")}
        variant="primary"
      />
    );
  },
};
