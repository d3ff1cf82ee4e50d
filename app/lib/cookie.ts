/** A cookie whose value is plain text: a word or a key that needs no encoding. */
interface PlainCookie {
  name: string;
  value: string;
  /** In seconds. Without one, the cookie ends with the browser's session. */
  maxAge?: number;
  /** "/" unless given. */
  path?: string;
  /** Hides it from script. */
  httpOnly?: boolean;
}

/**
 * A cookie as the Set-Cookie header and document.cookie take it.
 * @param url whether the site is on https: the cookie is Secure there
 */
export function serializeCookie(
  { name, value, maxAge, path = "/", httpOnly = false }: PlainCookie,
  url: { protocol: string },
): string {
  const attributes = [
    `${name}=${value}`,
    maxAge !== undefined && `Max-Age=${maxAge}`,
    `Path=${path}`,
    "SameSite=Lax",
    httpOnly && "HttpOnly",
    url.protocol === "https:" && "Secure",
  ];
  return attributes.filter(Boolean).join("; ");
}

/** The value of a cookie in a Cookie header or document.cookie; null if there is none. */
export function readCookie(header: string | null, name: string): string | null {
  for (const pair of header?.split(";") ?? []) {
    const [key, ...value] = pair.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}
