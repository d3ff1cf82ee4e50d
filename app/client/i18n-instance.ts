import { createInstance, type i18n, type Resource } from "i18next";
import type { LanguageKey } from "#app/i18n/languages.ts";
import { I18N_OPTIONS } from "#app/i18n/options.ts";
import { type Namespace, namespacesOf, stringsPath } from "#app/i18n/page-strings.ts";

/** Retries loading strings this many times (docs/product.md, Numbers). */
const RETRIES = 5;
/** The delay before the first retry, in milliseconds. It doubles with each retry. */
const FIRST_DELAY = 350;

/** The instance of the language that the page is in. */
let spoken: i18n | null = null;
/** The namespaces that this document has shown or is about to show. */
const needed = new Set<Namespace>();

/** Creates an i18next instance for one language. It loads nothing by itself. */
function createI18n(language: string, resources: Resource): i18n {
  const i18n = createInstance({ ...I18N_OPTIONS, lng: language, resources });
  i18n.init();
  return i18n;
}

/**
 * Creates the instance of the language that the document comes in. Call once, in the browser.
 * @param resources the strings that come with the document (browserBundle)
 */
export function startI18n(language: string, resources: Resource): i18n {
  for (const namespace of Object.keys(resources[language] ?? {})) needed.add(namespace as Namespace);
  spoken = createI18n(language, resources);
  return spoken;
}

/**
 * Fetches the strings of another language, for every page that this document has shown or is about to show.
 * @throws if the last retry fails
 */
export async function fetchI18n(language: LanguageKey): Promise<i18n> {
  const i18n = createI18n(language, {});
  await addStrings(i18n, [...needed]);
  return i18n;
}

/**
 * Fetches what pages have come to need since fetchI18n(). Those that come to need something later wait for it in this
 * language.
 * @throws if the last retry fails
 */
export async function completeI18n(i18n: i18n): Promise<void> {
  while (missingFrom(i18n, [...needed]).length > 0) await addStrings(i18n, [...needed]);
  spoken = i18n;
}

/**
 * Fetches what a page needs and this document does not have yet, in the language of the page.
 * @param pattern the path of its route, as in app/routes.ts
 * @throws if the last retry fails
 */
export async function fetchPageStrings(pattern: string, retries = RETRIES): Promise<void> {
  const namespaces = namespacesOf(pattern);
  for (const namespace of namespaces) needed.add(namespace);
  if (spoken) await addStrings(spoken, namespaces, retries);
}

const missingFrom = (i18n: i18n, namespaces: Namespace[]) =>
  namespaces.filter((namespace) => !i18n.hasResourceBundle(i18n.language, namespace));

async function addStrings(i18n: i18n, namespaces: Namespace[], retries = RETRIES): Promise<void> {
  const missing = missingFrom(i18n, namespaces);
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
      return await readOnce(path);
    } catch (error) {
      if (tried >= retries) throw error;
      await new Promise((resolve) => window.setTimeout(resolve, FIRST_DELAY * 2 ** tried));
    }
  }
}

/** The requests that are under way: a link's preload and its navigation share one. */
const underWay = new Map<string, Promise<Resource>>();

function readOnce(path: string): Promise<Resource> {
  const known = underWay.get(path);
  if (known) return known;
  const request = readStrings(path).finally(() => underWay.delete(path));
  underWay.set(path, request);
  return request;
}

async function readStrings(path: string): Promise<Resource> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}
