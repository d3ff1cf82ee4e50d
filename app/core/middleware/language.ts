import type { MiddlewareFunction } from "react-router";
import { RemixI18Next } from "remix-i18next/server";
import { i18nContext } from "#app/context.ts";
import { acceptedLanguages } from "#app/core/i18n/accept-language.ts";
import { i18nIn } from "#app/core/i18n/instance.server.ts";
import { languageCookie, readLanguageCookie } from "#app/core/i18n/language-cookie.ts";
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_KEYS,
  LANGUAGE_PARAMETER,
  languageOf,
} from "#app/core/i18n/languages.ts";

const detector = new RemixI18Next({
  detection: {
    supportedLanguages: LANGUAGE_KEYS,
    fallbackLanguage: DEFAULT_LANGUAGE,
    searchParamKey: LANGUAGE_PARAMETER,
    order: ["searchParams", "custom"],
    findLocale: async ({ headers }) => {
      const remembered = readLanguageCookie(headers.get("Cookie"));
      // The library's own parser stops at the first language, and prefers a late "fr" to an early "ar-EG".
      return isLanguage(remembered) ? remembered : acceptedLanguages(headers.get("Accept-Language") ?? "");
    },
  },
});

/**
 * Selects the language as far as a server can: `?lng=`, the cookie, Accept-Language (docs/product.md, Languages). Puts
 * its i18next instance into the context, and remembers a language from the URL.
 */
export const language: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const i18n = i18nIn(await detector.getLocale(request));
  context.set(i18nContext, i18n);
  const response = await next();
  response.headers.set("Content-Language", languageOf(i18n).key);
  const requested = url.searchParams.get(LANGUAGE_PARAMETER);
  if (isLanguage(requested)) response.headers.append("Set-Cookie", languageCookie(requested, url));
  return response;
};
