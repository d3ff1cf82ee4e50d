/**
 * The request as the router can answer it. React Router answers two kinds of requests before any middleware runs,
 * without our pages, headers and log line: a path that no pattern matches, not even "*", and a post whose Origin is
 * not a URL.
 */
export function routableRequest(request: Request): Request {
  const url = new URL(request.url);
  const origin = request.headers.get("Origin");
  const isOrigin = origin === null || origin === "null" || URL.canParse(origin);
  if (isMatchable(url.pathname) && isOrigin) return request;
  // Now each "%" stands for itself, as in the name of something that doesn't exist.
  if (!isMatchable(url.pathname)) url.pathname = url.pathname.replaceAll("%", "%25");
  const routable = new Request(url, request);
  // What a browser sends for an origin without an address: the same-origin check refuses it.
  if (!isOrigin) routable.headers.set("Origin", "null");
  return routable;
}

/**
 * Whether the router's patterns can match a path: they match no line breaks ("." in a regular expression), and it logs
 * a warning for what it can't decode.
 */
function isMatchable(pathname: string): boolean {
  try {
    return !/[\n\r\u2028\u2029]/.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}
