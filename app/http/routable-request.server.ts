/**
 * The request as the router can answer it. React Router answers two kinds of requests before any middleware runs,
 * without our pages, headers and log line: a path that no pattern matches, not even "*", and a post whose Origin is
 * not a URL.
 */
export function routableRequest(request: Request): Request {
  const url = new URL(request.url);
  const pathname = routablePath(url.pathname);
  const origin = request.headers.get("Origin");
  const isOrigin = origin === null || origin === "null" || URL.canParse(origin);
  if (pathname === url.pathname && isOrigin) return request;
  url.pathname = pathname;
  const routable = new Request(url, request);
  // What a browser sends for an origin without an address: the same-origin check refuses it.
  if (!isOrigin) routable.headers.set("Origin", "null");
  return routable;
}

/** A path that the router matches as its copy in the browser does with the original, so that the page can hydrate. */
function routablePath(pathname: string): string {
  try {
    // Patterns match no line breaks ("." in a regular expression), so in the browser the root shows the error.
    // As one segment that names nothing, the path belongs to no area.
    const matches = !/[\n\r\u2028\u2029]/.test(decodeURIComponent(pathname));
    return matches ? pathname : `/${encodeURIComponent(pathname)}`;
  } catch {
    // The router takes a path that it can't decode as it is, with a warning. Now each "%" stands for itself.
    return pathname.replaceAll("%", "%25");
  }
}
