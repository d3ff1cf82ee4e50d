import { isApi } from "./api-path.ts";

/**
 * Rewrites a request so that the router can answer it. React Router answers two kinds of requests before any middleware
 * runs, without our pages, headers and log line. One is a path that no pattern matches, not even "*". The other is a
 * post whose Origin is not a URL. Everything below the API's path goes to the API, which answers in its own format.
 */
export function routableRequest(request: Request): Request {
  const url = new URL(request.url);
  const pathname = routablePath(url.pathname);
  const origin = request.headers.get("Origin");
  const isOrigin = origin === null || origin === "null" || URL.canParse(origin);
  if (pathname === url.pathname && isOrigin) return request;
  url.pathname = pathname;
  const routable = new Request(url, request);
  // "null" is what a browser sends for an opaque origin. The same-origin check refuses it.
  if (!isOrigin) routable.headers.set("Origin", "null");
  return routable;
}

/**
 * A path that the router matches on the server as it matches the original in the browser, so that the page can hydrate.
 */
function routablePath(pathname: string): string {
  // The router keeps a path that it can't decode, with a warning. Here each "%" is escaped, so that it stands for
  // itself.
  const literal = pathname.replaceAll("%", "%25");
  try {
    // Patterns don't match line breaks ("." in a regular expression), so in the browser the root shows the error.
    if (!/[\n\r\u2028\u2029]/.test(decodeURIComponent(pathname))) {
      // Otherwise the router would take ".data" for its own data request, and respond in its own format.
      return isApi(pathname) ? pathname.replace(/\.data$/, "%2Edata") : pathname;
    }
  } catch {
    return literal;
  }
  // The API refuses an unknown path in its own format. Elsewhere, the path becomes one unknown segment, which belongs
  // to no area.
  return isApi(pathname) ? literal : `/${encodeURIComponent(pathname)}`;
}
