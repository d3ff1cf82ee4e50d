/** Where the API is. */
export const API_PATH = "/api/v1";

/** The methods that reach the API, which refuses those that a path does not know in its own form. */
export const API_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Whether a request is for the API, where programs act with an access token: no cookie counts there, so no other site
 * can act with a reader's session.
 * @param path the path of a URL, in upper or lower case as the router takes it, or a route's pattern
 */
export const isApi = (path: string) => /^\/?api\/v1(\/|$)/i.test(path);
