import type { ReactNode } from "react";
import { href, useLocation } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { keepList } from "#app/core/lists/list-place.ts";
import { ItemActions } from "#app/core/ui/menu/item-actions.tsx";
import { MenuForm, MenuLink } from "#app/core/ui/menu/more-menu.tsx";

/** What the reader may do with this user. */
export interface UserAbilities {
  update: boolean;
  ban: boolean;
  unban: boolean;
  delete: boolean;
}

/** The actions of a user's page: only those that the reader may take. */
export function UserToolbar({
  userId,
  may,
  children,
}: {
  userId: string;
  may: UserAbilities;
  /** The entries that slices add. */
  children: ReactNode;
}) {
  const { t } = useI18n();
  const { search } = useLocation();
  const here = href("/manager/users/:id", { id: userId });
  return (
    <ItemActions editTo={may.update && keepList(href("/manager/users/:id/update", { id: userId }), search)}>
      {children}
      {may.unban && (
        <MenuForm icon="lock-open" to={keepList(here, search)} intent="unban">
          {t("user:ban.lift")}
        </MenuForm>
      )}
      {may.ban && (
        <MenuLink icon="ban" to={keepList(href("/manager/users/:id/ban", { id: userId }), search)}>
          {t("user:ban.open")}
        </MenuLink>
      )}
      {may.delete && (
        <MenuLink icon="trash-2" to={keepList(here, search, { confirm: "delete" })} isDangerous isQuestion>
          {t("delete")}
        </MenuLink>
      )}
    </ItemActions>
  );
}
