import { loadsOptional } from "#app/core/lib/load-optional.ts";
import { currentUrl } from "./current-url.ts";
import { openDocument, tellFormFailed, tellNotOpened } from "./unreachable.ts";

/** The beginning of a session storage key: an error message that this tab has already reloaded for. */
const RELOADED_FOR = "reloaded-for ";
/** Session storage key: where a navigation was going when the document unloaded. */
const HEADED_FOR = "headed-for";

let destination: string | null = null;
/** Whether the browser has begun to open another document. */
let isLeaving = false;
/** Whether the script of a page could not be loaded. The router waits for it in vain, until there is a new document. */
let isBroken = false;

/** Whether a page may be one that only a new document can open. */
export const needsDocument = () => isBroken;

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
 *   message, and never while the browser is offline, nor for a part that the page can do without (loadOptional). Nor
 *   while the reader leaves the page: Firefox and Safari then cancel what it still loads, and a reload would keep them here.
 * - If the script of the next page fails to load, the router reloads the current document. Instead, the next page is opened
 *   as a document, or if the site can't be reached, the reader stays. A browser that can't prevent the reload (without the
 *   Navigation API) opens the next page from the new document. This can't loop, because a page works without its script.
 */
export function recoverFromMissingChunks(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    const isRecoverable = !loadsOptional() && !isLeaving && navigator.onLine;
    if (isRecoverable && isNewFailure(payload.message)) window.location.reload();
  });
  window.addEventListener("beforeunload", () => {
    isLeaving = true;
  });
  // A reader who acts here has stayed: what was opened is a download, or they chose to stay.
  for (const type of ["pointerdown", "keydown", "pageshow"]) {
    window.addEventListener(type, () => {
      isLeaving = false;
    });
  }
  window.navigation?.addEventListener("navigate", stayIfUnreachable);
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

/** Keeps the document if the router reloads it for lack of a script, or if a link or a form would leave it while offline. */
function stayIfUnreachable(event: NavigateEvent): void {
  const { cancelable, navigationType, userInitiated, formData } = event;
  if (!cancelable || event.destination.sameDocument) return;
  if (navigationType === "reload" && !userInitiated && destination) {
    event.preventDefault();
    isBroken = true;
    openDocument(destination, true);
  } else if (navigationType !== "reload" && navigationType !== "traverse" && !navigator.onLine) {
    if (formData) tellFormFailed("notSent");
    if (formData || tellNotOpened(event.destination.url, false)) event.preventDefault();
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
