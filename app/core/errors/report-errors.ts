import { isNetworkError } from "#app/core/client/network-error.ts";
import { ERROR_REPORTS_PATH } from "./error-reports-path.ts";

/** How many a page sends at most: a loop would fail again and again. */
const MOST = 10;

/** Sends the errors of this page to the server, from now on. What fails because there is no network is none. */
export function reportErrors(): void {
  let sent = 0;
  const send = (error: unknown) => {
    if (!(error instanceof Error) || isNetworkError(error) || sent >= MOST) return;
    sent += 1;
    const { name, message, stack = "" } = error;
    const { requestId } = document.documentElement.dataset;
    const report = {
      name: name.slice(0, 100),
      message: message.slice(0, 1000),
      stack: stack.slice(0, 5000),
      page: location.pathname,
      requestId,
    };
    const body = new Blob([JSON.stringify(report)], { type: "application/json" });
    navigator.sendBeacon(ERROR_REPORTS_PATH, body);
  };
  window.addEventListener("error", ({ error }) => send(error));
  window.addEventListener("unhandledrejection", ({ reason }) => send(reason));
}
