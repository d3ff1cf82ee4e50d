/**
 * The URL of the next page of a list: the URL of the request, with another cursor.
 * @param url the URL of the request
 * @param next the cursor; null on the last page
 */
export function nextPage(url: string, next: string | null): string | null {
  if (next === null) return null;
  const page = new URL(url);
  page.searchParams.set("after", next);
  return page.href;
}
