import type { i18n } from "i18next";
import { createContext, type ReactNode, startTransition, useState } from "react";
import { I18nextProvider } from "react-i18next";
import type { Speaker } from "./use-i18n.ts";

/** Switches the page to another language. In the browser only. */
export const SetI18nContext = createContext<(speaker: Speaker) => void>(() => {});

/**
 * The language of the page in the browser. Each language has its own translator, so a switch changes the context value
 * and re-renders every component that uses the strings.
 */
export function LanguageProvider({ initial, children }: { initial: Speaker; children: ReactNode }) {
  const [speaker, setSpeaker] = useState(initial);
  const [speak] = useState(() => (next: Speaker) => startTransition(() => setSpeaker(next)));
  return (
    <SetI18nContext value={speak}>
      {/* Only useI18n() reads it, which takes no more than a speaker has. */}
      <I18nextProvider i18n={speaker as i18n}>{children}</I18nextProvider>
    </SetI18nContext>
  );
}
