import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";
import { PAPER } from "#app/paper.ts";

/** The themes (docs/product.md, Numbers): "system" follows the device, live. */
export const THEMES = ["system", "light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

/** Whether a value names a theme. */
export const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

/** The key of the theme in local storage, and the name of its cookie (docs/product.md, Numbers). */
export const THEME_KEY = "theme";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The cookie that remembers a theme, for both the Set-Cookie header and document.cookie. */
export const themeCookie = (theme: Theme, url: { protocol: string }) =>
  serializeCookie({ name: THEME_KEY, value: theme, maxAge: YEAR_SECONDS }, url);

/** The theme that a Cookie header names, or "system". */
export function readThemeCookie(header: string | null): Theme {
  const theme = readCookie(header, THEME_KEY);
  return isTheme(theme) ? theme : "system";
}

/** The colour for the browser's own bars, which is that of the paper, in a theme on a light or dark device. */
export const themeColour = (theme: Theme, device: "light" | "dark") =>
  PAPER[theme === "system" ? device : theme];

/** Applies a theme to a document. */
export function applyTheme(document: Document, theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = themeColour(theme, meta.media.includes("dark") ? "dark" : "light");
  }
}

/** Runs before the first paint. Local storage overrides the cookie, which the server used to render the page. */
export const EARLY_THEME_SCRIPT = `try{var t=localStorage.getItem("${THEME_KEY}");if(/^(${THEMES.join("|")})$/.test(t))document.documentElement.dataset.theme=t}catch{}`;
