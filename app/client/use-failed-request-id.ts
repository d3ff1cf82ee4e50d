import { useSyncExternalStore } from "react";

/** The metric that middleware/observe adds to an answer that failed. */
const METRIC = "request";

let lastId: string | null = null;
const listeners = new Set<() => void>();

/** Notes the request id of each answer that fails, from its Server-Timing header. Call once, in the browser. */
export function observeFailedRequests(): void {
  new PerformanceObserver((list) => {
    for (const { serverTiming } of list.getEntries() as PerformanceResourceTiming[]) {
      // Not in every browser.
      lastId = serverTiming?.find(({ name }) => name === METRIC)?.description ?? lastId;
    }
    for (const listener of listeners) listener();
  }).observe({ type: "resource" });
}

/** The id of the last request of script that the server answered with an error; null where there was none. */
export function useFailedRequestId(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => lastId,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
