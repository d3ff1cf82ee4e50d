import type { i18n } from "i18next";
import { createContext, type ReactNode, startTransition, useState } from "react";
import { I18nextProvider } from "react-i18next";

/** Switches the page to another i18next instance. In the browser only. */
export const SetI18nContext = createContext<(i18n: i18n) => void>(() => {});

/**
 * The language of the page. Each language has its own i18next instance, so a switch changes the context value and
 * re-renders every component that uses the strings.
 */
export function LanguageProvider({ initial, children }: { initial: i18n; children: ReactNode }) {
  const [i18n, setSpeaker] = useState(initial);
  const [speak] = useState(() => (next: i18n) => startTransition(() => setSpeaker(next)));
  return (
    <SetI18nContext value={speak}>
      <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
    </SetI18nContext>
  );
}
