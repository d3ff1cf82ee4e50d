import { useSyncExternalStore } from "react";

/** The Server-Timing metric that middleware/observe adds to failed responses. */
const METRIC = "request";

let lastId: string | null = null;
const listeners = new Set<() => void>();

/** Records the request id of each failed response, from its Server-Timing header. Call once, in the browser. */
export function observeFailedRequests(): void {
  const note = (list: PerformanceObserverEntryList) => {
    for (const { serverTiming } of list.getEntries() as PerformanceResourceTiming[]) {
      // Some browsers have no serverTiming.
      lastId = serverTiming?.find(({ name }) => name === METRIC)?.description ?? lastId;
    }
    for (const listener of listeners) listener();
  };
  try {
    new PerformanceObserver(note).observe({ type: "resource" });
  } catch {
    // An extension may block it. An error page then shows the id of the document's own request.
  }
}

/** The id of the last failed request that this document made; null if none failed. */
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
