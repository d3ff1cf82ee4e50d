import { useSyncExternalStore } from "react";

const noSubscription = () => () => {};

/** Whether the page is hydrated: false on the server and for the first render in the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
}
