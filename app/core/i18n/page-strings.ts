import type { CustomTypeOptions } from "i18next";
import { declared } from "#app/slices.ts";

/** A file of locales/<language>. */
export type Namespace = keyof CustomTypeOptions["resources"];

/**
 * Which strings the browser needs for a page: those of its path and of every path above it. "/" is the page at that path, and no other. The path is the one of
 * app/routes.ts. Slices declare what theirs need. A namespace whose strings only the server puts into words is in none of them. A test compares this with
 * the pages' sources (tests/unit/page-strings.test.ts).
 */
const NAMESPACES: Record<string, readonly Namespace[]> = {
  // Every page.
  "*": ["common", "error"],
  "/login": ["login"],
  "/login/verify": ["auth", "proof"],
  "/login/link": ["auth"],
  "/login/error": ["auth"],
  "/onboarding": ["onboarding"],
  "/sign-out": ["auth"],
  "/continue": ["auth"],
  "/account": ["account"],
  "/account/delete": ["proof"],
  "/not-me": ["account"],
  "/app": ["app"],
  "/app/account": ["account", "proof", "session", "theme", "user"],
  "/manager": ["manager", "theme", "user"],
  "/manager/users": ["session"],
  "/manager/users/:id": ["audit", "selection"],
  "/manager/audit": ["audit"],
  "/manager/jobs": ["job"],
  "/manager/account": ["account", "proof", "session"],
  // What links show to others (identity/link).
  "/shared": ["link"],
  "/dev": ["dev"],
  "/dev/gallery": ["manager", "theme", "validation"],
};

/** The pages of the account are in the frame of either area. */
const IN_FRAMES_OF: Record<string, readonly string[]> = { "/account": ["/app", "/manager"] };

/** The same of all slices. */
const OF_SLICES: readonly Partial<Record<string, readonly Namespace[]>>[] = declared("strings");

/** The groups of a namespace that no browser gets: only the server says what became of a form and what an entry of the audit log is about, and the pages that are files have theirs already. The same test holds it. */
export const SERVER_GROUPS: readonly string[] = ["success", "errors", "static", "actions"];

/**
 * The namespaces that a page may show in the browser.
 * @param pattern the path of its route, as in app/routes.ts: "/app/books/:id"
 */
export function namespacesOf(pattern: string): Namespace[] {
  const segments = pattern.split("/").filter(Boolean);
  const above = segments.map((_, last) => `/${segments.slice(0, last + 1).join("/")}`);
  const framed = above.flatMap((path) => [path, ...(IN_FRAMES_OF[path] ?? [])]);
  const paths = ["*", ...(framed.length > 0 ? framed : ["/"])];
  return [
    ...new Set(paths.flatMap((path) => [NAMESPACES, ...OF_SLICES].flatMap((strings) => strings[path] ?? []))),
  ];
}

/** Filled in by vite.config.ts: a hash of all strings. */
declare const __STRINGS_VERSION__: string;

/** Changes whenever a string does. */
export const stringsVersion = () => __STRINGS_VERSION__;

/** The search parameter that names the namespaces, separated by commas. */
export const NAMESPACES_PARAMETER = "of";
/** The search parameter that names the version of the strings, so that browsers may keep them. */
export const VERSION_PARAMETER = "v";

/** The language of the strings at a path of stringsPath(). */
export const languageOfStrings = (path: string): string => path.split(/[/?]/)[2] ?? "";

/** Where the browser fetches strings of a language. */
export const stringsPath = (language: string, namespaces: readonly Namespace[]) =>
  `/strings/${language}?${VERSION_PARAMETER}=${stringsVersion()}&${NAMESPACES_PARAMETER}=${namespaces.join()}`;
