import { use, useSyncExternalStore } from "react";
import { DocumentContext } from "#app/core/ui/document-context.ts";
import { applyTheme, isTheme, THEME_KEY, type Theme, themeCookie } from "#app/core/ui/theme.ts";

const CHANGED = "themechange";

/** The current theme, whether it was selected on this page or in another tab. */
export function useTheme(): Theme {
  const { theme } = use(DocumentContext);
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener(CHANGED, listener);
      return () => window.removeEventListener(CHANGED, listener);
    },
    currentTheme,
    () => theme,
  );
}

/** The theme that the document has now. */
export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : "system";
}

/** Applies a theme. Stores it in local storage, which notifies other tabs, and in a cookie, for the server. */
export function chooseTheme(theme: Theme): void {
  show(theme);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = themeCookie(theme, location);
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Some private windows have no storage. The cookie is enough.
  }
}

/** Applies themes selected in other tabs. Call once, in the browser. */
export function followTheme(): void {
  show(currentTheme());
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === THEME_KEY && isTheme(newValue)) show(newValue);
  });
}

function show(theme: Theme): void {
  applyTheme(document, theme);
  window.dispatchEvent(new Event(CHANGED));
}
