import type { Settings } from "#app/settings.ts";
import { DEFAULT_LANGUAGE, LANGUAGE_KEYS, type LanguageKey } from "./languages.ts";
import { type Strings, stringsMissingFrom } from "./missing-strings.ts";

/** The strings of one language, by namespace. */
type Bundle = Record<string, Strings>;

const files = import.meta.glob<Strings>("../../locales/*/*.json", {
  eager: true,
  import: "default",
});

/** Every string of the interface, by language. */
export const RESOURCES: Record<string, Bundle> = {};
for (const [path, strings] of Object.entries(files)) {
  const [language, namespace] = path.split("/").slice(-2) as [string, string];
  RESOURCES[language] ??= {};
  RESOURCES[language][namespace.replace(".json", "")] = strings;
}

/** The strings that each language lacks, in the default language. */
const MISSING = Object.fromEntries(
  LANGUAGE_KEYS.map((language) => [
    language,
    stringsMissingFrom(RESOURCES[language] ?? {}, RESOURCES[DEFAULT_LANGUAGE] ?? {}, language) as Bundle,
  ]),
);

/**
 * The strings that the browser needs for one language. They come with each page, so that no request waits for another.
 * Includes the default language's version of strings that this language lacks, so that the browser falls back as the
 * server does.
 * @param settings whether to include the strings of the pages at /dev/* (on a developer's machine) and of the demo
 * @returns the strings by language
 */
export function browserBundle(language: LanguageKey, settings: Settings): Record<string, Bundle> {
  const missing = MISSING[language] ?? {};
  return {
    ...(Object.keys(missing).length > 0 && { [DEFAULT_LANGUAGE]: shownInBrowser(missing, settings) }),
    [language]: shownInBrowser(RESOURCES[language] ?? {}, settings),
  };
}

/** The namespaces that pages use. Mails and refusals are translated on the server only. */
function shownInBrowser(bundle: Bundle, { LOCAL, DEMO }: Settings): Bundle {
  const { email, code, dev = {}, demo = {}, ...shown } = bundle;
  return { ...shown, ...(LOCAL && { dev }), ...(DEMO && { demo }) };
}
