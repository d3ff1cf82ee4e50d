import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ConfirmDialog } from "#app/core/ui/dialog/confirm-dialog.tsx";
import { MenuLink } from "#app/core/ui/menu/more-menu.tsx";
import type { UserPart } from "#app/identity/manage-users/user-part.ts";

/** Whether a user's page offers to remove their picture, and asks for confirmation. */
export interface ShownRemoval {
  may: boolean;
  isAsked: boolean;
}

/** The menu entry that removes the picture of a user, on their page in the manager. */
export const pictureUserPart: UserPart<ShownRemoval> = {
  key: "picture",
  menuEntry: ({ data: { may }, t, asking }) =>
    may && (
      <MenuLink key="remove-picture" icon="circle-user" to={asking("remove-picture")} isQuestion>
        {t("upload:picture.remove")}
      </MenuLink>
    ),
  Question({ data: { isAsked }, here, email }) {
    const { t } = useI18n();
    if (!isAsked) return null;
    return (
      <ConfirmDialog
        title={t("picture:confirmRemove")}
        description={t("picture:confirmRemoveDescription", { email })}
        here={here}
        intent="remove-user-picture"
        submit={t("upload:picture.remove")}
      />
    );
  },
};
