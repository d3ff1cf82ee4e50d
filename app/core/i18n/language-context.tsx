import { createContext, type ReactNode, startTransition, useState } from "react";
import { type PageLanguage, PageLanguageContext } from "./use-i18n.ts";

/** Switches the page to another language. Works in the browser only. */
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
      <PageLanguageContext value={language}>{children}</PageLanguageContext>
    </SetI18nContext>
  );
}
