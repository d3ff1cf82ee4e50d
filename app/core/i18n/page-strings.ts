import type { CustomTypeOptions } from "i18next";
import { declared } from "#app/slices.ts";

/** A file of locales/<language>. */
export type Namespace = keyof CustomTypeOptions["resources"];

/**
 * The namespaces that the browser needs for a page: those of its path and of every path above it. "/" stands for the
 * start page only. Paths are those of app/routes.ts. Slices declare the namespaces of their pages. Namespaces that only
 * the server uses are not listed. A test compares this with the pages' sources (tests/unit/page-strings.test.ts).
 */
const NAMESPACES: Record<string, readonly Namespace[]> = {
  // Needed on every page.
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
  "/manager/account": ["account", "proof", "session"],
  // The pages behind shared links (identity/link).
  "/shared": ["link"],
  "/dev": ["dev"],
};

/** The account's pages appear in the frame of either area. */
const IN_FRAMES_OF: Record<string, readonly string[]> = { "/account": ["/app", "/manager"] };

const OF_SLICES: readonly Partial<Record<string, readonly Namespace[]>>[] = declared("strings");

/**
 * Groups of strings that browsers don't get: only the server uses the messages about forms and the labels of audited
 * actions, and pages that are static files contain their strings. The same test checks this.
 */
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

/** A hash of all strings, which vite.config.ts inserts. */
declare const __STRINGS_VERSION__: string;

/** Changes whenever a string changes. */
export const stringsVersion = () => __STRINGS_VERSION__;

/** The search parameter that names the namespaces, separated by commas. */
export const NAMESPACES_PARAMETER = "of";
/** The search parameter with the version of the strings, which lets browsers cache them. */
export const VERSION_PARAMETER = "v";

/** The language of the strings at a path of stringsPath(). */
export const languageOfStrings = (path: string): string => path.split(/[/?]/)[2] ?? "";

/** The URL of a language's strings for the browser. */
export const stringsPath = (language: string, namespaces: readonly Namespace[]) =>
  `/strings/${language}?${VERSION_PARAMETER}=${stringsVersion()}&${NAMESPACES_PARAMETER}=${namespaces.join()}`;
