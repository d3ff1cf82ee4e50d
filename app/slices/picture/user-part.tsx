import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ConfirmDialog } from "#app/core/ui/confirm-dialog.tsx";
import { MenuLink } from "#app/core/ui/more-menu.tsx";
import type { UserPart } from "#app/identity/manage-users/user-part.ts";

/** What a user's page needs to offer it. */
export interface ShownRemoval {
  may: boolean;
  isAsked: boolean;
}

/** Removing the picture of a user, on their page. */
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
