import { createInstance, type TFunction } from "i18next";
import type { LanguageKey } from "#app/i18n/languages.ts";
import { I18N_OPTIONS } from "#app/i18n/options.ts";
import { readLocales } from "./locales.ts";

/** The interface strings, looked up as the product does: tests quote keys, not sentences. */
export function textsIn(language: LanguageKey): TFunction {
  const i18n = createInstance({ ...I18N_OPTIONS, lng: language, resources: readLocales() });
  i18n.init();
  return i18n.t;
}
