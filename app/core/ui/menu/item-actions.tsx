import { Children, type ReactNode } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import { MoreMenu } from "./more-menu.tsx";

/** The actions for an item, below its name: "Edit", and a menu with the others. */
export function ItemActions({
  editTo,
  children,
}: {
  /** The path of the edit form; false for readers who may not change the item. */
  editTo: string | false;
  /** The entries of the menu: MenuLink and MenuForm. */
  children: ReactNode;
}) {
  const { t } = useI18n();
  // Children that are all `false` make no menu.
  const hasMenu = Children.toArray(children).length > 0;
  return (
    <div data-row className="flex flex-wrap gap-3 print:hidden">
      {editTo && (
        <ButtonLink variant="secondary" to={editTo}>
          <Icon name="pencil" className="size-4" />
          <span>{t("edit")}</span>
        </ButtonLink>
      )}
      {hasMenu && <MoreMenu>{children}</MoreMenu>}
    </div>
  );
}
