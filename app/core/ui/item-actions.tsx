import { Children, type ReactNode } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { MoreMenu } from "./more-menu.tsx";

/** What may be done with an item, below its name: "Edit", and the rest in a menu. */
export function ItemActions({
  editTo,
  children,
}: {
  /** The path of its form, for those who may change it. */
  editTo: string | false;
  /** The entries of the menu: MenuLink and MenuForm. */
  children: ReactNode;
}) {
  const { t } = useI18n();
  // A list of nothing but `false` has no entries.
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
