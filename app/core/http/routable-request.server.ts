import { isApi } from "./api-path.ts";

/**
 * The request as the router can answer it. React Router answers two kinds of requests before any middleware runs,
 * without our pages, headers and log line: a path that no pattern matches, not even "*", and a post whose Origin is
 * not a URL. Whatever is below the API's path goes to the API, which answers in its own form.
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
  // The router takes a path that it can't decode as it is, with a warning. Here each "%" stands for itself.
  const literal = pathname.replaceAll("%", "%25");
  try {
    // Patterns match no line breaks ("." in a regular expression), so in the browser the root shows the error.
    if (!/[\n\r\u2028\u2029]/.test(decodeURIComponent(pathname))) {
      // Or else the router takes it for a request of its own for data, and answers in its own format.
      return isApi(pathname) ? pathname.replace(/\.data$/, "%2Edata") : pathname;
    }
  } catch {
    return literal;
  }
  // The API has no page: it refuses what names nothing in its own form. Elsewhere, as one segment that names nothing, the
  // path belongs to no area.
  return isApi(pathname) ? literal : `/${encodeURIComponent(pathname)}`;
}
