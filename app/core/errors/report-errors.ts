import { isNetworkError } from "#app/core/client/network-error.ts";
import { ERROR_REPORTS_PATH } from "./error-reports-path.ts";

/** The most reports that one page sends. An error in a loop would otherwise be reported forever. */
const MOST = 10;

/** Reports this page's errors to the server from now on, except those of the network. */
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
