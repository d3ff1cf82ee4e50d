/** The path of the API. */
export const API_PATH = "/api/v1";

/** The methods that the API handles. It refuses a method that a path does not support in its own format. */
export const API_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Whether a request is for the API, where clients authenticate with an access token. Cookies are ignored
 * there, so no other site can act with a reader's session.
 * @param path a URL's path, in any case (the router ignores case), or a route's pattern
 */
export const isApi = (path: string) => /^\/?api\/v1(\/|$)/i.test(path);
