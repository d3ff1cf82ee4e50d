import { createInstance, type i18n, type Resource } from "i18next";
import type { LanguageKey } from "#app/i18n/languages.ts";
import { I18N_OPTIONS } from "#app/i18n/options.ts";
import { type Namespace, namespacesOf, stringsPath } from "#app/i18n/page-strings.ts";

/** Retries loading strings this many times (docs/product.md, Numbers). */
const RETRIES = 5;
/** The delay before the first retry, in milliseconds. It doubles with each retry. */
const FIRST_DELAY = 350;

/** The language of the page and those that it is changing to: whatever a page needs is fetched for each of them. */
const instances = new Set<i18n>();
/** The namespaces that pages of this document have needed so far. */
const needed = new Set<Namespace>();

/**
 * Creates an i18next instance for one language. It loads nothing by itself.
 * @param resources the language's strings, and the default language's for those it lacks (browserBundle)
 */
export function createI18n(language: string, resources: Resource): i18n {
  const i18n = createInstance({ ...I18N_OPTIONS, lng: language, resources });
  i18n.init();
  for (const namespace of Object.keys(resources[language] ?? {})) needed.add(namespace as Namespace);
  instances.add(i18n);
  return i18n;
}

/**
 * Fetches the strings of another language, for every page that this document has shown or is about to show.
 * @throws if the last retry fails
 */
export async function fetchI18n(language: LanguageKey): Promise<i18n> {
  const i18n = createI18n(language, {});
  try {
    await addStrings(i18n, [...needed]);
  } catch (error) {
    instances.delete(i18n);
    throw error;
  }
  return i18n;
}

/** Stops fetching strings for a language that the page no longer shows. */
export function forgetI18n(i18n: i18n): void {
  instances.delete(i18n);
}

/**
 * Fetches what a page needs and this document does not have yet, in the language of the page.
 * @param pattern the path of its route, as in app/routes.ts
 * @throws if the last retry fails
 */
export async function fetchPageStrings(pattern: string, retries = RETRIES): Promise<void> {
  const namespaces = namespacesOf(pattern);
  for (const namespace of namespaces) needed.add(namespace);
  await Promise.all([...instances].map((i18n) => addStrings(i18n, namespaces, retries)));
}

async function addStrings(i18n: i18n, namespaces: Namespace[], retries = RETRIES): Promise<void> {
  const missing = namespaces.filter((namespace) => !i18n.hasResourceBundle(i18n.language, namespace));
  if (missing.length === 0) return;
  const resources = await fetchStrings(stringsPath(i18n.language, missing.sort()), retries);
  for (const [language, bundle] of Object.entries(resources)) {
    for (const [namespace, strings] of Object.entries(bundle))
      i18n.addResourceBundle(language, namespace, strings);
  }
}

async function fetchStrings(path: string, retries: number): Promise<Resource> {
  for (let tried = 0; ; tried++) {
    try {
      const response = await fetch(path);
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return await response.json();
    } catch (error) {
      if (tried >= retries) throw error;
      await new Promise((resolve) => window.setTimeout(resolve, FIRST_DELAY * 2 ** tried));
    }
  }
}
