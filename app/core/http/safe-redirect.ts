const BASE = "http://site.invalid";

/** URL.parse(), which browsers have only had since 2024. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/**
 * The path (with query and fragment) to redirect a visitor to, or null. Only a path on this site is accepted: no other host in
 * any spelling that a browser would follow ("//host", "/\host", "https:host"), and no control characters, which browsers strip
 * before parsing.
 */
export function safeRedirect(target: string | null | undefined): string | null {
  if (!target?.startsWith("/") || target.length > 2000) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses control characters
  if (/^\/[/\\]|[\\\u0000-\u001f\u007f]/.test(target)) return null;
  const url = parseUrl(target, BASE);
  if (url?.origin !== BASE) return null;
  // Parsing can produce a leading "//" again ("/.//host"), so check the result, too.
  return url.pathname.startsWith("//") ? null : url.pathname + url.search + url.hash;
}
