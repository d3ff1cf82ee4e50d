import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS, type LanguageKey } from "./languages.ts";

/** Remembers a language (docs/product.md, Numbers), as a Set-Cookie header and for document.cookie alike. */
export function languageCookie(language: LanguageKey, url: { protocol: string }): string {
  const secure = url.protocol === "https:" ? "; Secure" : "";
  return `${LANGUAGE_COOKIE}=${language}; Max-Age=${LANGUAGE_COOKIE_SECONDS}; Path=/; SameSite=Lax${secure}`;
}

/** The value of the language cookie in a Cookie header, unchecked: it need not be a language. */
export function readLanguageCookie(header: string | null): string | null {
  return header?.match(new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([^;]*)`))?.[1] ?? null;
}
