const BASE = "http://site.invalid";

/** URL.parse, which browsers have since 2024 only. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/**
 * The path (with query and fragment) a visitor may be sent on to, or null. Only a path of this site counts:
 * no other host in any of the spellings a browser would follow ("//host", "/\host", "https:host"), no control
 * characters, which browsers strip before they parse.
 */
export function safeRedirect(target: string | null | undefined): string | null {
  if (!target?.startsWith("/") || target.length > 2000) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/^\/[/\\]|[\\\u0000-\u001f\u007f]/.test(target)) return null;
  const url = parseUrl(target, BASE);
  if (url?.origin !== BASE) return null;
  // Parsing may have produced a leading "//" anew ("/.//host"): what is handed on is judged, too.
  return url.pathname.startsWith("//") ? null : url.pathname + url.search + url.hash;
}
