import type { LanguageKey } from "#app/core/i18n/languages.ts";
import { languageOfStrings, type Namespace, namespacesOf, stringsPath } from "#app/core/i18n/page-strings.ts";
import { createTranslator, type StringsByLanguage, type Translator } from "#app/core/i18n/translator.ts";

/** Retries loading strings this many times (docs/product.md, Numbers). */
const RETRIES = 5;
/** The delay before the first retry, in milliseconds. It doubles with each retry. */
const FIRST_DELAY = 350;

/** The translator of the page's current language. */
let spoken: Translator | null = null;
/** The namespaces of every page that this document has shown or is about to show. */
const needed = new Set<Namespace>();

/**
 * Fetches the strings of the document and creates the translator of its language. Call once, in the browser.
 * @param path the strings' URL (stringsPath), which the browser has cached or is preloading. This URL names
 *   the language in which the page was rendered. The page's `lang` does not, because a browser's translation
 *   feature may have changed it.
 * @throws if the last retry fails
 */
export async function startI18n(path: string): Promise<Translator> {
  const language = languageOfStrings(path);
  const strings = await fetchStrings(path, RETRIES);
  for (const namespace of Object.keys(strings[language] ?? {})) needed.add(namespace as Namespace);
  spoken = createTranslator(language, strings);
  return spoken;
}

/**
 * Fetches the strings of another language, for every page that this document has shown or is about to show.
 * @throws if the last retry fails
 */
export async function fetchI18n(language: LanguageKey): Promise<Translator> {
  const translator = createTranslator(language, {});
  await addStrings(translator, [...needed]);
  return translator;
}

/**
 * Fetches the namespaces that pages have come to need since fetchI18n(), and makes this the page's language. Pages
 * opened later fetch their strings in this language.
 * @throws if the last retry fails
 */
export async function completeI18n(translator: Translator): Promise<void> {
  while (missingFrom(translator, [...needed]).length > 0) await addStrings(translator, [...needed]);
  spoken = translator;
}

/**
 * Fetches the strings that a page needs and this document does not have yet, in the page's language.
 * @param pattern the path of its route, as in app/routes.ts
 * @throws if the last retry fails
 */
export async function fetchPageStrings(pattern: string, retries = RETRIES): Promise<void> {
  const namespaces = namespacesOf(pattern);
  for (const namespace of namespaces) needed.add(namespace);
  if (spoken) await addStrings(spoken, namespaces, retries);
}

const missingFrom = (translator: Translator, namespaces: Namespace[]) =>
  namespaces.filter((namespace) => !translator.has(namespace));

async function addStrings(translator: Translator, namespaces: Namespace[], retries = RETRIES): Promise<void> {
  const missing = missingFrom(translator, namespaces);
  if (missing.length === 0) return;
  translator.add(await fetchStrings(stringsPath(translator.language, missing.sort()), retries));
}

async function fetchStrings(path: string, retries: number): Promise<StringsByLanguage> {
  for (let tried = 0; ; tried++) {
    try {
      return await readOnce(path);
    } catch (error) {
      if (tried >= retries) throw error;
      await new Promise((resolve) => window.setTimeout(resolve, FIRST_DELAY * 2 ** tried));
    }
  }
}

/** The pending requests. A link's preload and its navigation share one. */
const underWay = new Map<string, Promise<StringsByLanguage>>();

function readOnce(path: string): Promise<StringsByLanguage> {
  const known = underWay.get(path);
  if (known) return known;
  const request = readStrings(path).finally(() => underWay.delete(path));
  underWay.set(path, request);
  return request;
}

async function readStrings(path: string): Promise<StringsByLanguage> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}
