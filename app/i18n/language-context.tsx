import type { i18n } from "i18next";
import { createContext, type ReactNode, startTransition, useState } from "react";
import { I18nextProvider } from "react-i18next";

/** Makes the page speak through another i18next instance. In the browser only. */
export const SetI18nContext = createContext<(i18n: i18n) => void>(() => {});

/**
 * The language of the page. Each language has an instance of its own, so that whoever uses the strings sees another
 * context, and renders anew, when it changes.
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
