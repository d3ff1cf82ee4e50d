import type { ReactNode } from "react";
import { Link } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BuildLine } from "#app/core/shell/build-line.tsx";
import { FlashMessage } from "#app/core/shell/flash-message.tsx";
import { Footer } from "#app/core/shell/footer.tsx";
import { Logo } from "#app/core/shell/logo.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import type { NavigationEntry } from "./navigation.ts";
import { NavigationLink } from "./navigation-link.tsx";

const TAB =
  "-mt-px flex min-h-16 flex-col items-center justify-center gap-1 border-t-2 border-transparent px-1 text-center text-xs leading-tight font-medium text-quiet hover:text-ink aria-[current]:border-accent aria-[current]:text-accent md:mt-0 md:min-h-11 md:flex-row md:gap-2 md:rounded-lg md:border-0 md:px-2.5 md:text-sm lg:px-3.5 lg:text-base md:aria-[current]:bg-accent-soft";

/** On a screen between a phone's width and a wide one, there is only room for the words. */
const ICON = "size-5 shrink-0 md:max-lg:hidden";

const ONLY = { phone: "md:hidden", wide: "max-md:hidden" };

/**
 * The layout of a signed-in area. The navigation is one list: at the bottom of a phone, within reach of the thumb, and
 * at the top of a wide screen.
 */
export function AppLayout({
  home,
  navigation,
  children,
}: {
  home: string;
  navigation: NavigationEntry[];
  children: ReactNode;
}) {
  const { t } = useI18n();
  return (
    <div className="flex min-h-dvh flex-col pb-20 md:pb-0 print:pb-0">
      <header className="deckle-bottom relative z-10 bg-sheet md:sticky md:top-0 print:hidden">
        <div className="mx-auto flex min-h-16 max-w-5xl items-center justify-between gap-6 px-4">
          <Link to={home} className="flex rounded-md">
            <Logo />
          </Link>
          <nav
            aria-label={t("navigation")}
            className="fixed inset-x-0 bottom-0 border-t border-line bg-sheet pb-[env(safe-area-inset-bottom)] md:static md:min-w-0 md:overflow-x-auto md:border-0 md:pb-0"
          >
            <ul className="flex px-1 md:ms-auto md:w-fit md:gap-1 md:px-0 md:py-2">
              {navigation.map((entry) => (
                // Each tab is as wide as its text, because equal tabs would break the longest text. With many tabs and
                // little room, a text of several words wraps, but the row never does.
                <li
                  key={entry.to}
                  className={`min-w-0 flex-auto md:flex-none ${entry.only ? ONLY[entry.only] : ""}`}
                >
                  <NavigationLink entry={entry} className={TAB}>
                    <Icon name={entry.icon} className={ICON} />
                    <span>{entry.label}</span>
                  </NavigationLink>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="outline-none mx-auto w-full max-w-5xl flex-1 px-4 pt-8 pb-12"
      >
        <FlashMessage />
        {children}
      </main>
      <Footer className="border-t border-line py-3">
        <div className="mx-auto max-w-xs">
          <BuildLine />
        </div>
      </Footer>
    </div>
  );
}
