import { loadsOptional } from "#app/lib/load-optional.ts";
import { currentUrl } from "./current-url.ts";

/** The beginning of a session storage key: an error message that this tab has already reloaded for. */
const RELOADED_FOR = "reloaded-for ";
/** Session storage key: where a navigation was going when the document unloaded. */
const HEADED_FOR = "headed-for";

let destination: string | null = null;

/** Notes where a navigation is going, before anything that it loads can fail. The URL has no hash. */
export function noteDestination(url: string): void {
  destination = url;
}

/** Notes that a navigation has arrived, or that it ended otherwise. */
export function noteArrival(url: string): void {
  // A later navigation may have replaced it.
  if (destination === url) destination = null;
}

/**
 * Recovers from script files that are gone, as after a deployment: a new document loads the new files. Call once, in
 * the browser, before anything else.
 *
 * - If a lazy part of a page fails to load (toasts, calendar), the page reloads: once per tab for each distinct error
 *   message, and never while the browser is offline, nor for a part that the page can do without (loadOptional).
 * - If the script of the next page fails to load, the router reloads the current document. The new document then opens
 *   the page that the navigation was headed for. This can't loop, because a page works without its script.
 */
export function recoverFromMissingChunks(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    if (!loadsOptional() && navigator.onLine && isNewFailure(payload.message)) window.location.reload();
  });
  window.addEventListener("pagehide", () => {
    if (destination) store(HEADED_FOR, destination);
  });
  const headedFor = stored(HEADED_FOR);
  store(HEADED_FOR, "");
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type === "reload" && headedFor && headedFor !== currentUrl()) {
    window.location.replace(headedFor);
  }
}

const isNewFailure = (message: string): boolean =>
  !stored(RELOADED_FOR + message) && store(RELOADED_FOR + message, "yes");

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @returns whether it was stored: without a record of the reload, the page could reload forever */
function store(key: string, value: string): boolean {
  try {
    sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
