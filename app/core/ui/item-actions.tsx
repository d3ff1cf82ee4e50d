import { Children, type MouseEvent, type ReactNode, useRef } from "react";
import { Form, Link } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink, buttonLook } from "./button.tsx";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";
import { useMenuKeys } from "./use-menu-keys.ts";

const MENU = "more-actions";

/** What may be done with an item, below its name: "Edit", and the rest in a menu. It is a popover, which needs no script. */
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
    <div className="flex flex-wrap gap-3 print:hidden">
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

function MoreMenu({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLUListElement>(null);
  useMenuKeys(button, menu);
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={MENU}
        className={`menu-button ${buttonLook({ variant: "secondary" })}`}
      >
        <Icon name="ellipsis" className="size-4" />
        <span>{t("manager:more")}</span>
      </button>
      <ul
        ref={menu}
        id={MENU}
        popover="auto"
        className="menu rounded-xl border border-edge bg-sheet p-2 text-ink shadow-sheet"
      >
        {children}
      </ul>
    </>
  );
}

const ENTRY =
  "flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-lg px-3 text-start font-medium hover:bg-accent-soft";

/** Gives the focus back to the button before a dialog takes it: once that closes, the focus returns there. */
const closeMenu = ({ currentTarget }: MouseEvent<HTMLElement>) =>
  currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();

interface EntryProps {
  icon: IconName;
  /** The path that a link leads to, or a form is posted to. */
  to: string;
  children: string;
}

/** An entry of the menu that leads to a page, or opens a question on this one. */
export function MenuLink({
  icon,
  isDangerous = false,
  isQuestion = false,
  to,
  children,
}: EntryProps & { isDangerous?: boolean; isQuestion?: boolean }) {
  return (
    <li>
      <Link
        to={to}
        onClick={closeMenu}
        replace={isQuestion}
        preventScrollReset={isQuestion}
        className={`${ENTRY} ${isDangerous ? "text-danger" : ""}`}
      >
        <Icon name={icon} className="size-4 shrink-0" />
        <span>{children}</span>
      </Link>
    </li>
  );
}

/** An entry of the menu that does something at once: posts an intent. */
export function MenuForm({ icon, intent, to, children }: EntryProps & { intent: string }) {
  return (
    <li>
      <Form method="post" action={to}>
        <button type="submit" name="intent" value={intent} onClick={closeMenu} className={ENTRY}>
          <Icon name={icon} className="size-4 shrink-0" />
          <span>{children}</span>
        </button>
      </Form>
    </li>
  );
}
