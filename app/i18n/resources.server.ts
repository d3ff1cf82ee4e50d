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
 * Strings for the browser, in one language. Includes the default language's version of strings that this language lacks,
 * so that the browser falls back as the server does.
 * @param namespaces those that the page shows (./page-strings.ts); unknown ones are left out
 * @returns the strings by language. Each known namespace is in that of `language`, if only empty: the browser knows that
 *   it has them.
 */
export function browserBundle(language: LanguageKey, namespaces: string[]): Record<string, Bundle> {
  const known = namespaces.filter((namespace) => Object.hasOwn(RESOURCES[DEFAULT_LANGUAGE] ?? {}, namespace));
  const missing = MISSING[language] ?? {};
  const lacking = known.filter((namespace) => Object.hasOwn(missing, namespace));
  const pick = (bundle: Bundle, names: string[]) =>
    Object.fromEntries(names.map((namespace) => [namespace, bundle[namespace] ?? {}]));
  return {
    ...(lacking.length > 0 && { [DEFAULT_LANGUAGE]: pick(missing, lacking) }),
    [language]: pick(RESOURCES[language] ?? {}, known),
  };
}
