import { expect, test } from "vitest";
import { ENTITY_NAMES } from "#app/entities.ts";
import { namespacesOf } from "#app/i18n/page-strings.ts";
import { flatten, readLocales } from "#tests/support/locales.ts";
import { browserSources } from "#tests/support/page-sources.ts";
import { ROUTES } from "#tests/support/routes.ts";

// The browser has the strings of the namespaces that app/i18n/page-strings.ts names for a page. A key of another one
// would be shown as it is, so the sources of each page are compared with it.

const strings = readLocales().en ?? {};
const keys = new Set(
  Object.entries(strings).flatMap(([namespace, nested]) =>
    Object.keys(flatten(nested)).map((key) => `${namespace}:${key.replace(/_(one|other)$/, "")}`),
  ),
);
/** A literal that may be a key: "book:list.title", or `${entity}:list.title` for each entity. */
const LITERAL = /["`]((?:[a-z]+|\$\{\w+\}):[\w$][\w.${}]*)["`]/g;

/** Permissions look like keys, and the server puts into words what a schema says. */
const NO_KEYS = /^app\/permissions\.ts$|\.schema\.ts$|^app\/forms\/fields\.ts$/;

/** The namespaces of the keys that a literal stands for. */
function namespacesIn(literal: string): string[] {
  const [namespace = ""] = literal.split(":");
  if (namespace.startsWith("$")) return literal.includes(".") ? ENTITY_NAMES : []; // Without a dot: a permission.
  const isKey = literal.includes("${") ? namespace in strings : keys.has(literal);
  return isKey ? [namespace] : [];
}

/** The namespaces of the keys that the files of a page name, each with one of the files. */
function usedBy(files: string[]): Map<string, string> {
  const used = new Map<string, string>();
  const sources = new Map<string, string>();
  for (const file of ["app/root.tsx", ...files]) browserSources(file, sources);
  for (const [file, code] of sources) {
    if (NO_KEYS.test(file)) continue;
    for (const [, literal = ""] of code.matchAll(LITERAL)) {
      for (const namespace of namespacesIn(literal)) used.set(namespace, file);
    }
  }
  return used;
}

const PAGES = ROUTES.filter(({ files }) => files.at(-1)?.endsWith(".tsx"));

test.each(PAGES)("the browser has every string that $path may show", ({ path, files }) => {
  const available: string[] = namespacesOf(path);
  const absent = [...usedBy(files)].filter(([namespace]) => !available.includes(namespace));
  const told = absent.map(([namespace, file]) => `"${namespace}", for ${file}`);
  expect(told, `add to NAMESPACES in app/i18n/page-strings.ts, for ${path} or a path above it`).toEqual([]);
});
