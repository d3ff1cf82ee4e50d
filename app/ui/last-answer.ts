/**
 * The request id of the server's last answer to a navigation in the browser, for the error page: the framework keeps
 * the answer's headers to itself. Null where the last one was not answered; undefined before the first.
 */
let lastRequestId: string | null | undefined;

export const requestIdOfLastAnswer = () => lastRequestId;

/** Listens to the framework's requests. Call once, in the browser. */
export function rememberAnswers(): void {
  const { fetch } = window;
  window.fetch = async (...request) => {
    lastRequestId = null;
    const response = await fetch(...request);
    lastRequestId = response.headers.get("X-Request-Id");
    return response;
  };
}
