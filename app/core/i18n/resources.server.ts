import { DEFAULT_LANGUAGE, LANGUAGE_KEYS, type LanguageKey } from "./languages.ts";
import { type Strings, stringsMissingFrom } from "./missing-strings.ts";
import { SERVER_GROUPS } from "./page-strings.ts";

/** The strings of one language, by namespace. */
type Bundle = Record<string, Strings>;

const files = import.meta.glob<Strings>("../../../locales/*/*.json", {
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

/** The strings of the interface by language, without those that only the server uses. */
const FOR_BROWSERS: Record<string, Bundle> = {};
for (const [language, bundle] of Object.entries(RESOURCES)) {
  FOR_BROWSERS[language] = Object.fromEntries(
    Object.entries(bundle).map(([namespace, strings]) => {
      const included = Object.entries(strings).filter(([group]) => !SERVER_GROUPS.includes(group));
      return [namespace, Object.fromEntries(included)];
    }),
  );
}

/** The browser strings that each language lacks, in the default language. */
const MISSING = Object.fromEntries(
  LANGUAGE_KEYS.map((language) => [
    language,
    stringsMissingFrom(
      FOR_BROWSERS[language] ?? {},
      FOR_BROWSERS[DEFAULT_LANGUAGE] ?? {},
      language,
    ) as Bundle,
  ]),
);

/**
 * Strings for the browser, in one language. Where this language lacks a string, the result includes the default
 * language's, so that the browser falls back as the server does.
 * @param namespaces those that the page shows (./page-strings.ts); unknown ones are left out
 * @returns the strings by language. `language` has an entry for each known namespace, even an empty one, which tells
 *   the browser that the namespace is loaded
 */
export function browserBundle(language: LanguageKey, namespaces: string[]): Record<string, Bundle> {
  const known = namespaces.filter((namespace) =>
    Object.hasOwn(FOR_BROWSERS[DEFAULT_LANGUAGE] ?? {}, namespace),
  );
  const missing = MISSING[language] ?? {};
  const lacking = known.filter((namespace) => Object.hasOwn(missing, namespace));
  const pick = (bundle: Bundle, names: string[]) =>
    Object.fromEntries(names.map((namespace) => [namespace, bundle[namespace] ?? {}]));
  return {
    ...(lacking.length > 0 && { [DEFAULT_LANGUAGE]: pick(missing, lacking) }),
    [language]: pick(FOR_BROWSERS[language] ?? {}, known),
  };
}
