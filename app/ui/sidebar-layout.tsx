import { Menu, PanelLeftClose, PanelLeftOpen, X } from "lucide-react";
import type { ReactNode } from "react";
import { Form, Link, NavLink, useLocation } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { NavigationEntry } from "./area-layout.tsx";
import { FlashMessage } from "./flash-message.tsx";
import { LanguageLinks } from "./language-links.tsx";
import { Logo } from "./logo.tsx";

/** Entries that belong together. */
export interface NavigationGroup {
  label: string;
  entries: NavigationEntry[];
}

const MENU = "menu";

/**
 * The frame of an area for people who work in it all day: a sidebar that can be made narrow, and on a phone a menu
 * (a popover of the browser's own, which opens without script).
 */
export function SidebarLayout({
  home,
  groups,
  collapsed,
  collapseAction,
  children,
}: {
  home: string;
  groups: NavigationGroup[];
  /** Whether the sidebar shows icons only. */
  collapsed: boolean;
  /** Takes `sidebar` (collapsed or expanded) and `returnTo`. */
  collapseAction: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const CollapseIcon = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <div className="min-h-dvh md:flex">
      <header className="deckle-bottom sticky top-0 z-20 flex h-16 items-center justify-between bg-sheet px-4 md:hidden">
        <Link to={home} className="flex rounded-md">
          <Logo />
        </Link>
        <button
          type="button"
          popoverTarget={MENU}
          aria-label={t("manager:menu")}
          className="flex size-11 cursor-pointer items-center justify-center rounded-lg hover:bg-plum-soft"
        >
          <Menu aria-hidden="true" className="size-6" />
        </button>
      </header>

      <div
        id={MENU}
        // Another page is another menu: what was open is closed by going there.
        key={pathname}
        popover="auto"
        className="fixed inset-y-0 start-0 end-auto m-0 h-dvh max-h-none w-72 max-w-[85vw] overflow-y-auto border-e border-line bg-sheet p-4 text-ink shadow-sheet backdrop:bg-shade md:hidden"
      >
        <div className="mb-4 flex items-center justify-between">
          <Logo />
          <button
            type="button"
            popoverTarget={MENU}
            popoverTargetAction="hide"
            aria-label={t("manager:closeMenu")}
            className="flex size-11 cursor-pointer items-center justify-center rounded-lg hover:bg-plum-soft"
          >
            <X aria-hidden="true" className="size-6" />
          </button>
        </div>
        <Groups groups={groups} collapsed={false} />
      </div>

      <aside
        className={`sticky top-0 hidden h-dvh shrink-0 flex-col overflow-y-auto border-e border-line bg-sheet p-3 md:flex ${collapsed ? "w-17" : "w-60"}`}
      >
        <Link to={home} className={`mb-6 flex rounded-md pt-2 ${collapsed ? "justify-center" : "px-2"}`}>
          <Logo iconOnly={collapsed} />
        </Link>
        <Groups groups={groups} collapsed={collapsed} />
        <Form method="post" action={collapseAction} preventScrollReset className="mt-auto pt-4">
          <input type="hidden" name="returnTo" value={pathname + search} />
          <button
            type="submit"
            name="sidebar"
            value={collapsed ? "expanded" : "collapsed"}
            title={collapsed ? t("manager:expand") : t("manager:collapse")}
            className="flex size-11 cursor-pointer items-center justify-center rounded-lg text-quiet hover:bg-plum-soft hover:text-ink"
          >
            <CollapseIcon aria-hidden="true" className="size-5 rtl:-scale-x-100" />
            <span className="sr-only">{collapsed ? t("manager:expand") : t("manager:collapse")}</span>
          </button>
        </Form>
      </aside>

      <div className="flex min-h-[calc(100dvh-4rem)] min-w-0 flex-1 flex-col md:min-h-dvh">
        <main
          id="content"
          tabIndex={-1}
          className="outline-none mx-auto w-full max-w-5xl flex-1 px-4 pt-8 pb-12 md:px-8"
        >
          <FlashMessage />
          {children}
        </main>
        <footer className="border-t border-line py-3">
          <LanguageLinks />
        </footer>
      </div>
    </div>
  );
}

function Groups({ groups, collapsed }: { groups: NavigationGroup[]; collapsed: boolean }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t("navigation")} className="flex flex-col gap-5">
      {groups.map(({ label, entries }) => (
        <section key={label} aria-label={label}>
          {!collapsed && (
            <h2 className="mb-1 px-3 text-xs font-semibold tracking-wide text-quiet uppercase">{label}</h2>
          )}
          <ul className="flex flex-col gap-0.5">
            {entries.map(({ to, label, icon: Icon, end }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={end ?? false}
                  title={collapsed ? label : undefined}
                  className={`flex min-h-11 items-center gap-3 rounded-lg px-3 font-medium text-quiet hover:bg-plum-soft hover:text-ink aria-[current]:bg-plum-soft aria-[current]:text-plum ${collapsed ? "justify-center" : ""}`}
                >
                  <Icon aria-hidden="true" className="size-5 shrink-0" />
                  <span className={collapsed ? "sr-only" : undefined}>{label}</span>
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
