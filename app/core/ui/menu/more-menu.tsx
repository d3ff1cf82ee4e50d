import { type MouseEvent, type ReactNode, useRef } from "react";
import { Form, Link } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { buttonLook } from "#app/core/ui/button.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import type { IconName } from "#app/core/ui/icon-names.ts";
import { useMenuKeys } from "./use-menu-keys.ts";
import "./more-menu.css";

const MENU = "more-actions";

/** A page's other actions: MenuLink and MenuForm in a popover, which needs no script. A page has at most one. */
export function MoreMenu({
  isWideRow = false,
  children,
}: {
  /** Whether the entries are a row without a menu on a wide screen. */
  isWideRow?: boolean;
  children: ReactNode;
}) {
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
        className={`menu-button ${isWideRow ? "sm:hidden" : ""} ${buttonLook({ variant: "secondary" })}`}
      >
        <Icon name="ellipsis" className="size-4" />
        <span className={isWideRow ? "sr-only" : ""}>{t("manager:more")}</span>
      </button>
      <ul ref={menu} id={MENU} popover="auto" className={isWideRow ? "menu-row" : "menu"}>
        {children}
      </ul>
    </>
  );
}

const ENTRY =
  "flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-lg px-3 text-start font-medium hover:bg-accent-soft";

/**
 * Closes the menu, which returns the focus to its button. A dialog opened from the menu then restores the focus to the
 * button.
 */
const closeMenu = ({ currentTarget }: MouseEvent<HTMLElement>) =>
  currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();

interface EntryProps {
  icon: IconName;
  /** The path that a link opens, or a form posts to. */
  to: string;
  /** Whether the path is a file. */
  isFile?: boolean;
  children: string;
}

/** An entry of the menu that opens a page, a file, or a dialog on this page. */
export function MenuLink({
  icon,
  isDangerous = false,
  isQuestion = false,
  isFile = false,
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
        {...(isFile && { reloadDocument: true, discover: "none" })}
        className={`${ENTRY} ${isDangerous ? "text-danger" : ""}`}
      >
        <Icon name={icon} className="size-4 shrink-0" />
        <span>{children}</span>
      </Link>
    </li>
  );
}

/** An entry of the menu that acts immediately: it posts a form. @param props.intent identifies the action */
export function MenuForm({ icon, intent, isFile = false, to, children }: EntryProps & { intent?: string }) {
  return (
    <li>
      <Form method="post" action={to} reloadDocument={isFile}>
        <button
          type="submit"
          {...(intent && { name: "intent", value: intent })}
          onClick={closeMenu}
          className={ENTRY}
        >
          <Icon name={icon} className="size-4 shrink-0" />
          <span>{children}</span>
        </button>
      </Form>
    </li>
  );
}
