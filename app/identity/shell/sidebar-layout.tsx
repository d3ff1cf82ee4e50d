import type { ReactNode } from "react";
import { Link, useFetcher, useLocation } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { FlashMessage } from "#app/core/shell/flash-message.tsx";
import { SaveDataNotice } from "#app/core/shell/footer.tsx";
import { Logo } from "#app/core/shell/logo.tsx";
import { MenuDrawer } from "#app/core/shell/menu-drawer.tsx";
import type { Sidebar } from "#app/core/shell/sidebar-cookie.ts";
import { Icon } from "#app/core/ui/icon.tsx";
import type { IconName } from "#app/core/ui/icon-names.ts";
import type { NavigationEntry } from "./navigation.ts";
import { NavigationLink } from "./navigation-link.tsx";
import { type MenuUser, UserMenu, UserMenuEntries, type UserMenuEntry } from "./user-menu.tsx";

/** Navigation entries under one heading. */
export interface NavigationGroup {
  label: string;
  entries: NavigationEntry[];
}

/**
 * The layout of an area that people work in all day: a collapsible sidebar, or a menu on a phone. Both end with the
 * user's own links.
 */
export function SidebarLayout({
  home,
  groups,
  user,
  userMenu,
  tools,
  sidebar,
  collapseAction,
  children,
}: {
  home: string;
  groups: NavigationGroup[];
  user: MenuUser;
  userMenu: UserMenuEntry[];
  /** Shown above the navigation. */
  tools: ReactNode;
  /** Whether the sidebar shows only icons. */
  sidebar: Sidebar;
  /** The URL that accepts `sidebar` (collapsed or expanded) and `returnTo`. */
  collapseAction: string;
  children: ReactNode;
}) {
  const { t } = useI18n();
  const { key, pathname, search } = useLocation();
  const isListed = (to: string) => groups.some(({ entries }) => entries.some((entry) => entry.to === to));
  // This uses a fetcher, because a navigation would leave a form with unsaved changes.
  const collapse = useFetcher();
  return (
    <div className="min-h-dvh md:flex">
      <header className="deckle-bottom sticky top-0 z-20 flex h-16 items-center justify-between bg-sheet px-4 md:hidden print:hidden">
        <Link to={home} className="flex rounded-md">
          <Logo />
        </Link>
        <MenuDrawer>
          <Groups groups={groups} />
          <div className="mt-6 border-t border-line pt-3">
            <UserMenuEntries user={user} entries={userMenu.filter(({ to }) => !isListed(to))} />
          </div>
        </MenuDrawer>
      </header>

      <aside
        data-sidebar={sidebar}
        className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col overflow-y-auto border-e border-line bg-sheet p-3 md:flex rail:w-17 print:hidden"
      >
        <Link to={home} className="mb-6 flex rounded-md px-1.5 pt-2">
          <Logo />
        </Link>
        {tools}
        {/* The list scrolls separately in a low window, so that the links below it stay visible. */}
        <div className="-mx-3 min-h-32 flex-1 overflow-y-auto px-3">
          <Groups groups={groups} titled={sidebar === "collapsed"} />
        </div>
        <collapse.Form method="post" action={collapseAction} className="pt-4">
          <input type="hidden" name="returnTo" value={pathname + search} />
          <SidebarButton to="collapsed" icon="panel-left-close" className="flex rail:hidden">
            {t("manager:collapse")}
          </SidebarButton>
          <SidebarButton to="expanded" icon="panel-left-open" className="hidden rail:flex">
            {t("manager:expand")}
          </SidebarButton>
        </collapse.Form>
        {/* A navigation remounts this, which closes the menu. */}
        <div key={key} className="mt-2 border-t border-line pt-3">
          <UserMenu user={user} entries={userMenu} />
        </div>
      </aside>

      {/* As wide as a list (table.css), so that on a very wide screen, every page begins where the lists do. */}
      <div className="mx-auto flex min-h-[calc(100dvh-4rem)] min-w-0 max-w-360 flex-1 flex-col md:min-h-dvh">
        <main
          id="content"
          tabIndex={-1}
          className="outline-none max-w-5xl flex-1 px-4 pt-4 pb-12 md:px-8 md:pt-8"
        >
          <FlashMessage />
          {children}
        </main>
        <SaveDataNotice />
      </div>
    </div>
  );
}

/** The button that sets the sidebar to a state. */
const SidebarButton = ({
  to,
  icon,
  className,
  children,
}: {
  to: Sidebar;
  icon: IconName;
  className: string;
  children: string;
}) => (
  <button
    type="submit"
    name="sidebar"
    value={to}
    title={children}
    className={`size-11 cursor-pointer items-center justify-center rounded-lg text-quiet hover:bg-accent-soft hover:text-ink ${className}`}
  >
    <Icon name={icon} className="size-5 rtl:-scale-x-100" />
  </button>
);

function Groups({ groups, titled = false }: { groups: NavigationGroup[]; titled?: boolean }) {
  const { t } = useI18n();
  return (
    <nav aria-label={t("navigation")} className="flex flex-col gap-5">
      {groups.map(({ label, entries }) => (
        <section key={label} aria-label={label}>
          <h2 className="mb-1 px-3 text-xs font-semibold tracking-wide text-quiet uppercase rail:hidden">
            {label}
          </h2>
          <ul className="flex flex-col gap-0.5">
            {entries.map((entry) => (
              <li key={entry.to}>
                <NavigationLink
                  entry={entry}
                  title={titled ? entry.label : undefined}
                  className="flex min-h-11 items-center gap-3 rounded-lg px-3 font-medium text-quiet hover:bg-accent-soft hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent"
                >
                  <Icon name={entry.icon} className="size-5 shrink-0" />
                  <span className="rail:sr-only">{entry.label}</span>
                </NavigationLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
