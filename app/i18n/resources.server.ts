import type { Settings } from "#app/settings.ts";
import type { LanguageKey } from "./languages.ts";

/** The strings of one language: namespace, then key. */
type Bundle = Record<string, Record<string, unknown>>;

const files = import.meta.glob<Record<string, unknown>>("../../locales/*/*.json", {
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

/**
 * What the browser needs to speak one language: sent with each page, so that no request waits for another.
 * @param settings whether the pages of a developer's machine (/dev/*) are there, and what the demo says
 */
export function browserBundle(language: LanguageKey, { LOCAL, DEMO }: Settings): Bundle {
  const { email, code, dev = {}, demo = {}, ...bundle } = RESOURCES[language] ?? {};
  return { ...bundle, ...(LOCAL && { dev }), ...(DEMO && { demo }) };
}
