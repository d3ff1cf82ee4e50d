import { isAsking } from "#app/core/ui/dialog/is-asking.ts";

/** The event that opens the list of keyboard shortcuts (keys-help.tsx). */
export const SHOW_KEYS = "showkeys";

/** Opens the list of keyboard shortcuts. */
export const showKeys = () => window.dispatchEvent(new Event(SHOW_KEYS));

/** The name of the setting in local storage. Any value but "off" means on. */
const SETTING = "single-keys";

/** The setting when local storage is not available. It lasts as long as the page. */
let unstored: string | null = null;

/** Whether shortcuts of a single character work. People can turn them off (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(SETTING) !== "off";
  } catch {
    return unstored !== "off";
  }
}

/** Turns shortcuts of a single character on or off, in this browser. */
export function setSingleKeys(isOn: boolean): void {
  unstored = isOn ? "on" : "off";
  try {
    localStorage.setItem(SETTING, unstored);
  } catch {
    // Some private windows have no storage.
  }
}

/**
 * The key of a shortcut, with Shift or alone: "j", "Escape".
 * @returns null if the key press is for a field, a menu, a dialog, the browser or an input method, or if shortcuts are
 *   off
 */
export function singleKey(event: KeyboardEvent): string | null {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (event.defaultPrevented || event.isComposing || ctrlKey || metaKey || altKey) return null;
  if (isTyping(target) || isAsking() || isMenuOpen()) return null;
  return key.length === 1 && !hasSingleKeys() ? null : latinKey(event);
}

/**
 * The key's character in lower case. For a letter of another script, the English keyboard's letter: Arabic has no J.
 */
function latinKey({ key, code, shiftKey }: KeyboardEvent): string {
  if (key === "؟") return "?";
  if (!/^\p{L}$/u.test(key)) return key;
  if (/\p{Script=Latin}/u.test(key)) return key.toLowerCase();
  if (code === "Slash") return shiftKey ? "?" : "/";
  return code.replace("Key", "").toLowerCase();
}

/**
 * Whether a menu is open. An open menu has its own keys. A browser without popovers would throw on the
 * selector.
 */
const isMenuOpen = () =>
  "popover" in HTMLElement.prototype && document.querySelector("[popover=auto]:popover-open") !== null;

/** Whether a key press is input to a field. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(WRITABLE));

const WRITABLE = "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), select, textarea";
