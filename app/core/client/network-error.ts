/**
 * The messages of Chromium, Firefox and Safari when `fetch` gets no response. TypeErrors from a server, and errors
 * about missing script files, have other messages.
 */
const MESSAGES =
  /^(Failed to fetch(?! dynamically)|NetworkError when attempting to fetch resource\.|Load failed|The network connection was lost\.)/;

/** Whether an error means that the browser could not reach the server. */
export const isNetworkError = (error: unknown): boolean =>
  error instanceof TypeError && MESSAGES.test(error.message);
