import type { i18n } from "i18next";
import { createContext, type ReactNode, startTransition, useState } from "react";
import { I18nextProvider } from "react-i18next";
import type { PageLanguage } from "./use-i18n.ts";

/** Switches the page to another language. In the browser only. */
export const SetI18nContext = createContext<(language: PageLanguage) => void>(() => {});

/**
 * The language of the page in the browser. Each language has its own translator, so a switch changes the context value
 * and re-renders every component that uses the strings.
 */
export function LanguageProvider({ initial, children }: { initial: PageLanguage; children: ReactNode }) {
  const [language, setLanguage] = useState(initial);
  const [change] = useState(() => (next: PageLanguage) => startTransition(() => setLanguage(next)));
  return (
    <SetI18nContext value={change}>
      {/* Only useI18n() reads it, which takes no more than PageLanguage has. */}
      <I18nextProvider i18n={language as i18n}>{children}</I18nextProvider>
    </SetI18nContext>
  );
}
