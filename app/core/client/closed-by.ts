/**
 * Closes dialogs with `closedby="any"` on a click outside them, in browsers that don't know the attribute, such as
 * Safari. Like browsers that do, it fires "cancel" first. A press inside the dialog that ends outside it, as when the
 * reader selects text, does not close it.
 */
export function closeWhenClickedBeside(): void {
  let press = new AbortController();
  document.addEventListener("pointerdown", (pressed) => {
    // No click follows a press that becomes a scroll.
    press.abort();
    press = new AbortController();
    const dialog = pressed.target;
    if (pressed.button !== 0 || !isModal(dialog) || !isBeside(dialog, pressed)) return;
    // The listener is on the dialog itself, because iOS turns a tap into a click only on elements with their own
    // listener.
    dialog.addEventListener("click", (clicked) => isBeside(dialog, clicked) && requestClose(dialog), {
      once: true,
      signal: press.signal,
    });
  });
}

const isModal = (target: EventTarget | null): target is HTMLDialogElement =>
  target instanceof HTMLDialogElement && target.matches('[closedby="any"]:modal');

/** Whether an event hits the backdrop of a dialog. */
function isBeside(dialog: HTMLDialogElement, { target, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return target === dialog && !isInside;
}

function requestClose(dialog: HTMLDialogElement) {
  if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
}
