import type { ParseKeys } from "i18next";

/**
 * The pages that search engines may list and link previews describe, each with the sentence that describes it. Every
 * other page needs a sign-in, belongs to one person, or is a file (docs/recipes/add-a-public-page.md).
 */
export const PUBLIC_PAGES = {
  "/login": "app:tagline",
} as const satisfies Record<string, ParseKeys>;

/** Whether a path is one of PUBLIC_PAGES. */
export const isPublicPage = (pathname: string): pathname is keyof typeof PUBLIC_PAGES =>
  Object.hasOwn(PUBLIC_PAGES, pathname);
