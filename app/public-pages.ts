/**
 * The pages that search engines may list and link previews describe. Everything else needs a sign-in, or belongs to one
 * person (docs/recipes/add-a-public-page.md).
 */
export const PUBLIC_PAGES: readonly string[] = ["/login"];
