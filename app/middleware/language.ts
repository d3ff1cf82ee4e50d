import type { MiddlewareFunction } from "react-router";
import { createI18nextMiddleware } from "remix-i18next/middleware";
import { i18nContext } from "#app/context.ts";
import { acceptedLanguages } from "#app/i18n/accept-language.ts";
import { languageCookie, readLanguageCookie } from "#app/i18n/language-cookie.ts";
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_KEYS,
  LANGUAGE_PARAMETER,
  languageOf,
} from "#app/i18n/languages.ts";
import { I18N_OPTIONS } from "#app/i18n/options.ts";
import { RESOURCES } from "#app/i18n/resources.server.ts";

const [detect, , getInstance] = createI18nextMiddleware({
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
  i18next: { ...I18N_OPTIONS, resources: RESOURCES },
});

/** Puts the request's own i18next instance into the context, and remembers a language chosen by the URL. */
const remember: MiddlewareFunction<Response> = async ({ url, context }, next) => {
  const i18n = getInstance(context);
  context.set(i18nContext, i18n);
  const response = await next();
  response.headers.set("Content-Language", languageOf(i18n).key);
  const chosen = url.searchParams.get(LANGUAGE_PARAMETER);
  if (isLanguage(chosen)) response.headers.append("Set-Cookie", languageCookie(chosen, url));
  return response;
};

/** Chooses the language as far as a server can: `?lng=`, the cookie, Accept-Language (docs/product.md, Languages). */
export const language = [detect, remember];
