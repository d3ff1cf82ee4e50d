/** The path of the page of a list after this one, as "Load more" leads to it; undefined on the last one. */
export function nextPage(html: string): string | undefined {
  const [link = ""] = /<a\b[^>]*\brel="next"[^>]*>/.exec(html) ?? [];
  return /\bhref="([^"]*)"/.exec(link)?.[1]?.replaceAll("&amp;", "&");
}
