import { isAsking } from "./is-asking.ts";

/** Asks for the list of keys, wherever that is (shell/keys-help.tsx). */
export const SHOW_KEYS = "showkeys";

/** Shows the list of keys. */
export const showKeys = () => window.dispatchEvent(new Event(SHOW_KEYS));

/** The name of the setting in local storage. Only "off" says something. */
const SETTING = "single-keys";

/** The setting where nothing can be stored: it lasts as long as the page. */
let unstored: string | null = null;

/** Whether letters and other characters do something when they are pressed alone. People can switch it off (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(SETTING) !== "off";
  } catch {
    return unstored !== "off";
  }
}

/** Switches these keys on or off, in this browser. */
export function setSingleKeys(isOn: boolean): void {
  unstored = isOn ? "on" : "off";
  try {
    localStorage.setItem(SETTING, unstored);
  } catch {
    // Some private windows have no storage.
  }
}

/**
 * The key that is pressed as a shortcut, with Shift or alone: "j", "Escape".
 * @returns null if it belongs to a field, a menu, a dialog, the browser or an input method, or is switched off
 */
export function singleKey(event: KeyboardEvent): string | null {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (event.defaultPrevented || event.isComposing || ctrlKey || metaKey || altKey) return null;
  if (isTyping(target) || isAsking() || isMenuOpen()) return null;
  return key.length === 1 && !hasSingleKeys() ? null : latinKey(event);
}

/** What a key writes in lower case. A letter of another script stands for what an English keyboard has in its place: Arabic has no J. */
function latinKey({ key, code, shiftKey }: KeyboardEvent): string {
  if (key === "؟") return "?";
  if (!/^\p{L}$/u.test(key)) return key;
  if (/\p{Script=Latin}/u.test(key)) return key.toLowerCase();
  if (code === "Slash") return shiftKey ? "?" : "/";
  return code.replace("Key", "").toLowerCase();
}

/** Whether a menu is open, which has keys of its own. A browser without popovers would refuse the name of the state. */
const isMenuOpen = () =>
  "popover" in HTMLElement.prototype && document.querySelector("[popover=auto]:popover-open") !== null;

/** Whether a key belongs to what the reader is writing. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(WRITABLE));

const WRITABLE = "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), select, textarea";
