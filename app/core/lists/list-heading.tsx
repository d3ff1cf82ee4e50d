import type { ReactNode } from "react";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import { MoreMenu } from "#app/core/ui/menu/more-menu.tsx";

/**
 * The heading of a manager's list, with a link to add an item: one line, even on a phone, where long words leave room
 * only for the icon of the link. `data-list` makes the page wide (table.css).
 */
export function ListHeading({
  title,
  add,
  children,
}: {
  title: string;
  add: { to: string; label: string } | null;
  /** The other actions of the list: MenuLink, MenuForm and ExportEntry. */
  children?: ReactNode;
}) {
  return (
    <div data-list className="mb-4 flex flex-wrap items-center gap-3">
      <h1 className="flex-1 font-serif text-4xl font-semibold">{title}</h1>
      {children && <MoreMenu isWideRow>{children}</MoreMenu>}
      {add && (
        <ButtonLink to={add.to}>
          <Icon name="plus" className="size-5" />
          <span>{add.label}</span>
        </ButtonLink>
      )}
    </div>
  );
}
