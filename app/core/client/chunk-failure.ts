import { loadsOptional } from "#app/core/lib/load-optional.ts";
import { currentUrl } from "./current-url.ts";
import { openDocument, reportFormFailure, showNotOpened } from "./unreachable.ts";

/** The prefix of session storage keys. Each key names an error message that has already made this tab reload. */
const RELOADED_FOR = "reloaded-for ";
/** Session storage key: the URL that a navigation was opening when the document unloaded. */
const HEADED_FOR = "headed-for";

let destination: string | null = null;
let isNavigating = false;
/** Whether the browser has begun to open another document. */
let isLeaving = false;
/** Whether a page's script failed to load. The router keeps waiting for the script, so only a new document helps. */
let isBroken = false;

/** Whether the next page may need a new document. */
export const needsDocument = () => isBroken;

/**
 * Records whether the reader is leaving the page for another one. A fetcher also opens a URL, but the reader
 * stays on the page.
 */
export function setNavigating(value: boolean): void {
  isNavigating = value;
}

/** Records which URL a navigation or a fetcher opens, before anything it loads can fail. The URL has no hash. */
export function noteDestination(url: string): void {
  destination = url;
}

/** Records that a navigation has arrived or was aborted. */
export function noteArrival(url: string): void {
  // A later navigation may have set another destination.
  if (destination === url) destination = null;
}

/**
 * Recovers from script files that no longer exist, for example after a deployment, so a new document loads the new
 * files. Call it once, in the browser, before anything else.
 *
 * - If a lazy part of a page fails to load (toasts, calendar), the page reloads, once per tab for each distinct error
 *   message. It does not reload while the browser is offline, nor for a part that the page can do without
 *   (loadOptional), nor while the reader leaves the page: Firefox and Safari then cancel unfinished requests, and a
 *   reload would stop the navigation.
 * - If the script of the next page fails to load, the router reloads the current document. This opens the next page as
 *   a document instead, or keeps the reader on the page if the site can't be reached. A browser without the Navigation
 *   API can't prevent the reload, so the next page is opened from the new document. This can't loop, because a page
 *   works without its script.
 */
export function recoverFromMissingChunks(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    const isRecoverable = !loadsOptional() && !isLeaving && navigator.onLine;
    if (isRecoverable && isNewFailure(payload.message)) window.location.reload();
  });
  window.addEventListener("beforeunload", () => {
    isLeaving = true;
  });
  // Input means that the reader is still on the page, because the navigation was a download, or they decided to stay.
  for (const type of ["pointerdown", "keydown", "pageshow"]) {
    window.addEventListener(type, () => {
      isLeaving = false;
    });
  }
  window.navigation?.addEventListener("navigate", stayIfUnreachable);
  window.addEventListener("pagehide", () => {
    if (destination && isNavigating) store(HEADED_FOR, destination);
  });
  const headedFor = stored(HEADED_FOR);
  store(HEADED_FOR, "");
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type === "reload" && headedFor && headedFor !== currentUrl()) {
    window.location.replace(headedFor);
  }
}

/**
 * Keeps the document when the router would reload it for a missing script, or when a link or form would leave it while
 * offline.
 */
function stayIfUnreachable(event: NavigateEvent): void {
  const { cancelable, navigationType, userInitiated, formData } = event;
  if (!cancelable || event.destination.sameDocument) return;
  if (navigationType === "reload" && !userInitiated && destination) {
    event.preventDefault();
    isBroken = true;
    openDocument(destination, true);
  } else if (navigationType !== "reload" && navigationType !== "traverse" && !navigator.onLine) {
    if (formData) reportFormFailure("notSent");
    if (formData || showNotOpened(event.destination.url, false)) event.preventDefault();
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

/** @returns whether the value was stored. If it was not, a reload could repeat forever */
function store(key: string, value: string): boolean {
  try {
    sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
