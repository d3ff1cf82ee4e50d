/** Fired when a form failed. As far as the browser knows, it had no effect. Its detail says why. */
export const FORM_FAILED = "formfailed";

/** Why a form failed: it did not reach the server, or the server or a proxy on the way had an error. */
export type FormFailure = "notSent" | "serverError";

/** Fired when a page was not opened because the site can't be reached. */
export const NOT_OPENED = "notopened";

/** The detail of the event NOT_OPENED. */
export interface NotOpened {
  url: string;
  /** Whether the router's navigation to this page is still pending. */
  isUnderWay: boolean;
}

/** A small file of the site. Any response to it means that the site can be reached. */
const ANY_FILE = "/icon.svg";

/** Shows why a form had no effect (ConnectionLine). */
export function reportFormFailure(why: FormFailure): void {
  window.dispatchEvent(new CustomEvent(FORM_FAILED, { detail: why }));
}

/**
 * Shows that a page was not opened, and offers to try again (ConnectionLine, which claims the event).
 * @returns whether it is shown: false until ConnectionLine's script has loaded
 */
export function showNotOpened(url: string, isUnderWay: boolean): boolean {
  const detail = { url, isUnderWay };
  return !window.dispatchEvent(new CustomEvent<NotOpened>(NOT_OPENED, { detail, cancelable: true }));
}

/**
 * Opens a page as a new document if the site can be reached. If it can't, shows a message, because the browser's own
 * error page would replace the visible page and the reader's input.
 */
export async function openDocument(url: string, isUnderWay = false): Promise<void> {
  const isReachable = await fetch(ANY_FILE, { method: "HEAD", cache: "no-store" }).catch(() => false);
  if (isReachable || !showNotOpened(url, isUnderWay)) window.location.assign(url);
}
