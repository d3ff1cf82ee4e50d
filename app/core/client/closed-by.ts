/**
 * Closes dialogs with `closedby="any"` when something beside them is clicked, in browsers that don't know the attribute,
 * such as Safari. Like those that do, it asks first, by the event "cancel". What is pressed in the dialog and let go beside
 * it, as when text is selected, closes nothing.
 */
export function closeWhenClickedBeside(): void {
  let press = new AbortController();
  document.addEventListener("pointerdown", (pressed) => {
    // No click follows a press that becomes a scroll.
    press.abort();
    press = new AbortController();
    const dialog = pressed.target;
    if (pressed.button !== 0 || !isModal(dialog) || !isBeside(dialog, pressed)) return;
    // On the dialog itself: to iOS, a tap is only a click on what has a listener of its own.
    dialog.addEventListener("click", (clicked) => isBeside(dialog, clicked) && requestClose(dialog), {
      once: true,
      signal: press.signal,
    });
  });
}

const isModal = (target: EventTarget | null): target is HTMLDialogElement =>
  target instanceof HTMLDialogElement && target.matches('[closedby="any"]:modal');

/** Whether an event is about the backdrop of a dialog. */
function isBeside(dialog: HTMLDialogElement, { target, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return target === dialog && !isInside;
}

function requestClose(dialog: HTMLDialogElement) {
  if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
}
