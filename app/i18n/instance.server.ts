import { createInstance, type i18n } from "i18next";
import { I18N_OPTIONS } from "./options.ts";
import { RESOURCES } from "./resources.server.ts";

/** The texts in a language that no request has chosen, for mails. An unknown language falls back to the default. */
export function i18nIn(language: string): i18n {
  const instance = createInstance({ ...I18N_OPTIONS, lng: language, resources: RESOURCES });
  instance.init();
  return instance;
}
