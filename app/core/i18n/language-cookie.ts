import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";
import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS, type LanguageKey } from "./languages.ts";

/**
 * The cookie that remembers a language (docs/product.md, Numbers), for the Set-Cookie header and document.cookie alike.
 */
export const languageCookie = (language: LanguageKey, url: { protocol: string }): string =>
  serializeCookie({ name: LANGUAGE_COOKIE, value: language, maxAge: LANGUAGE_COOKIE_SECONDS }, url);

/** The language cookie's value in a Cookie header, unchecked, because it may not be a language. */
export const readLanguageCookie = (header: string | null): string | null =>
  readCookie(header, LANGUAGE_COOKIE);
