/** The path of the next page of a list, from "Load more"; undefined on the last page. */
export function nextPage(html: string): string | undefined {
  const [link = ""] = /<a\b[^>]*\brel="next"[^>]*>/.exec(html) ?? [];
  return /\bhref="([^"]*)"/.exec(link)?.[1]?.replaceAll("&amp;", "&");
}
