/** The messages of failures that this tab was reloaded for. */
const RELOADED_FOR = "reloaded-for";
/** Where a navigation led when the document was left. */
const HEADED_FOR = "headed-for";

let destination: string | null = null;

/**
 * Notes where a navigation leads, as long as it goes on.
 * @returns ends it
 */
export function noteDestination(path: string): () => void {
  destination = path;
  return () => {
    // Another one may have taken its place.
    if (destination === path) destination = null;
  };
}

/**
 * Recovers from script that can't be had, as after a deployment: files that this document knows of are gone, and a new
 * document knows the new ones. Call once, in the browser, first of all.
 *
 * - A part of a page that is fetched when it is wanted (toasts, calendar): the page is reloaded, once for each distinct
 *   message in a tab, and not while the browser is offline.
 * - The script of a page that is navigated to: the framework reloads the document it is on. That document was headed
 *   somewhere, so the next one goes there by itself; a page works without its script, so this can't go in circles.
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

/** @returns whether it could be stored: what can't be remembered must not be done more than once */
function store(key: string, value: string): boolean {
  try {
    sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
