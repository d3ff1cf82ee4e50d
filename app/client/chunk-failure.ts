/** Session storage: the messages of the failures that this tab was reloaded for. */
const RELOADED_FOR = "reloaded-for";
/** Session storage: where a navigation led when the document was left. */
const HEADED_FOR = "headed-for";

let destination: string | null = null;

/**
 * Notes where a navigation leads, until it ends.
 * @returns call it when the navigation ends
 */
export function noteDestination(path: string): () => void {
  destination = path;
  return () => {
    // Another navigation may have taken its place.
    if (destination === path) destination = null;
  };
}

/**
 * Recovers from script files that are gone, as after a deployment. A new document knows the new files. Call once, in the
 * browser, before anything else.
 *
 * - If a lazy part of a page fails to load (toasts, calendar), the page reloads: once in a tab for each distinct message,
 *   and never while the browser is offline.
 * - If the script of the next page fails to load, the router reloads the current document. The new document then opens the
 *   page that the navigation was headed for. It can't loop, as a page works without its script.
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

/** @returns whether it was stored. Without a record of the reload the page could reload forever. */
function store(key: string, value: string): boolean {
  try {
    sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
