/** The event fired when a form had no effect that the browser knows of. Its detail says why. */
export const FORM_FAILED = "formfailed";

/** Why a form failed: it did not reach the server, or the server, or one on the way, had an error. */
export type FormFailure = "notSent" | "serverError";

/** The event fired when a page was not opened because the site can't be reached. */
export const NOT_OPENED = "notopened";

/** What was not opened: the detail of that event. */
export interface NotOpened {
  url: string;
  /** Whether the router's navigation there is still under way. */
  isUnderWay: boolean;
}

/** A small file of the site. Whatever the answer, the site can be reached. */
const ANY_FILE = "/icon.svg";

/** Says why a form had no effect (ConnectionLine). */
export function tellFormFailed(why: FormFailure): void {
  window.dispatchEvent(new CustomEvent(FORM_FAILED, { detail: why }));
}

/**
 * Says that a page was not opened, and offers to try again (ConnectionLine, which claims the event).
 * @returns whether it is said: not while the script of the line is missing
 */
export function tellNotOpened(url: string, isUnderWay: boolean): boolean {
  const detail = { url, isUnderWay };
  return !window.dispatchEvent(new CustomEvent<NotOpened>(NOT_OPENED, { detail, cancelable: true }));
}

/**
 * Opens a page as a new document if the site can be reached. If it can't, says so: the browser's own error page would take
 * the place of what is shown, and of what was typed into it.
 */
export async function openDocument(url: string, isUnderWay = false): Promise<void> {
  const isReachable = await fetch(ANY_FILE, { method: "HEAD", cache: "no-store" }).catch(() => false);
  if (isReachable || !tellNotOpened(url, isUnderWay)) window.location.assign(url);
}
