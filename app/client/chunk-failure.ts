/** Session storage key: the error messages that this tab has already reloaded for. */
const RELOADED_FOR = "reloaded-for";
/** Session storage key: where a navigation was going when the document unloaded. */
const HEADED_FOR = "headed-for";

let destination: string | null = null;

/**
 * Records where a navigation is going, until it ends.
 * @returns a function to call when the navigation ends
 */
export function noteDestination(path: string): () => void {
  destination = path;
  return () => {
    // A later navigation may have replaced it.
    if (destination === path) destination = null;
  };
}

/**
 * Recovers from script files that are gone, as after a deployment: a new document loads the new files. Call once, in
 * the browser, before anything else.
 *
 * - If a lazy part of a page fails to load (toasts, calendar), the page reloads: once per tab for each distinct error
 *   message, and never while the browser is offline.
 * - If the script of the next page fails to load, the router reloads the current document. The new document then opens
 *   the page that the navigation was headed for. This can't loop, because a page works without its script.
 */
export function recoverFromMissingChunks(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    if (navigator.onLine && isNewFailure(payload.message)) window.location.reload();
  });
  window.addEventListener("pagehide", () => {
    if (destination) store(HEADED_FOR, destination);
  });
  const headedFor = stored(HEADED_FOR);
  store(HEADED_FOR, "");
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const { pathname, search } = window.location;
  if (navigation?.type === "reload" && headedFor && headedFor !== pathname + search) {
    window.location.replace(headedFor);
  }
}

function isNewFailure(message: string): boolean {
  const known: string[] = JSON.parse(stored(RELOADED_FOR) || "[]");
  if (known.includes(message)) return false;
  return store(RELOADED_FOR, JSON.stringify([...known, message]));
}

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
