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

/** What each language lacks, as the default language says it. */
const MISSING = Object.fromEntries(
  LANGUAGE_KEYS.map((language) => [
    language,
    stringsMissingFrom(RESOURCES[language] ?? {}, RESOURCES[DEFAULT_LANGUAGE] ?? {}, language) as Bundle,
  ]),
);

/**
 * What the browser needs to speak one language: sent with each page, so that no request waits for another. With it go the
 * strings of the default language that this one lacks, so that the browser falls back as the server does.
 * @param settings whether the pages of a developer's machine (/dev/*) are there, and what the demo says
 * @returns the strings by language
 */
export function browserBundle(language: LanguageKey, settings: Settings): Record<string, Bundle> {
  const missing = MISSING[language] ?? {};
  return {
    ...(Object.keys(missing).length > 0 && { [DEFAULT_LANGUAGE]: shownInBrowser(missing, settings) }),
    [language]: shownInBrowser(RESOURCES[language] ?? {}, settings),
  };
}

/** The namespaces that pages use: mails and refusals are put into words on the server. */
function shownInBrowser(bundle: Bundle, { LOCAL, DEMO }: Settings): Bundle {
  const { email, code, dev = {}, demo = {}, ...shown } = bundle;
  return { ...shown, ...(LOCAL && { dev }), ...(DEMO && { demo }) };
}
