/** A sheet closes when dragged down by more than this fraction of its height (docs/product.md, Numbers). */
const CLOSE_THRESHOLD = 0.25;

/** A sheet released while moving faster than this closes or stays whatever the distance, in pixels per millisecond. */
const FLICK = 0.4;

/**
 * The speed at release is measured over the last movements, in milliseconds, because earlier ones don't show the
 * reader's intent.
 */
const MEMORY = 100;

/** A finger that moves less than this is a tap, in pixels. */
const TAP = 10;

/** The greatest part of the screen that a sheet fills, as in dialog.tsx. */
const MAX_HEIGHT = 0.9;

/** The position of a finger or mouse, in pixels of the viewport, and the time, in milliseconds. */
interface Point {
  x: number;
  y: number;
  time: number;
}

interface Drag {
  /** Where the drag started. */
  start: Point;
  /** The finger's position at which the sheet is at rest, in pixels of the viewport. */
  restsAt: number;
  /** The positions in the last MEMORY milliseconds. */
  recent: Point[];
  /**
   * Whether speed alone may close the sheet. Not after scrolling, because a reader who flings the content to
   * its top wants to read.
   */
  canBeFlicked: boolean;
}

/**
 * Makes an open dialog behave like a native sheet: it follows the finger, and stays above the keyboard.
 * @param phone the screens on which it is a sheet
 * @param onClose called when the reader has dragged it out of sight
 * @returns a function that ends this
 */
export function behaveAsSheet(sheet: HTMLElement, phone: MediaQueryList, onClose: () => void): () => void {
  const listeners = new AbortController();
  followFinger(sheet, phone, onClose, listeners.signal);
  stayAboveKeyboard(sheet, phone, listeners.signal);
  return () => listeners.abort();
}

/**
 * Lets a finger drag the sheet by any part of it, and a mouse by its grip. If the content is scrolled down, it scrolls
 * first; once it is at its top, the same finger moves the sheet. Either the content or the sheet moves, never both.
 */
function followFinger(sheet: HTMLElement, phone: MediaQueryList, onClose: () => void, signal: AbortSignal) {
  /** The last position of the finger. */
  let finger: Point | null = null;
  let drag: Drag | null = null;
  let isLeaving = false;

  const moveTo = (offset: number) => {
    sheet.style.translate = `0 ${Math.max(0, offset)}px`;
  };

  /** Takes hold of the sheet wherever it is, even while it is moving in, back or out. */
  const grab = (start: Point, canBeFlicked: boolean) => {
    isLeaving = false;
    const { top } = sheet.getBoundingClientRect();
    sheet.style.transitionDuration = "0s";
    sheet.style.translate = "none";
    const offset = top - sheet.getBoundingClientRect().top;
    moveTo(offset);
    drag = { start, restsAt: start.y - offset, recent: [start], canBeFlicked };
  };

  const move = (active: Drag, at: Point) => {
    active.recent = [...active.recent.filter(({ time }) => at.time - time <= MEMORY), at];
    moveTo(at.y - active.restsAt);
  };

  const letGo = () => {
    drag = null;
    sheet.style.transitionDuration = "";
    sheet.style.translate = "";
    sheet.style.overflowY = "";
  };

  const release = (time: number) => {
    if (!drag) return;
    const closes = isDraggedAway(drag, time, sheet.offsetHeight);
    letGo();
    if (!closes) return;
    sheet.style.translate = "0 100%";
    isLeaving = true;
    Promise.allSettled(sheet.getAnimations().map(({ finished }) => finished)).then(() => {
      if (isLeaving && !signal.aborted) onClose();
    });
  };

  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    handle: (event: HTMLElementEventMap[Type]) => void,
  ) => sheet.addEventListener(type, handle, { signal, passive: type !== "touchmove" });

  on("touchstart", (event) => {
    if (drag) letGo();
    // Two fingers zoom the page, so they don't move the sheet.
    finger = event.touches.length === 1 && phone.matches ? pointOf(event) : null;
    if (finger && sheet.getAnimations().length > 0) grab(finger, true);
  });

  on("touchmove", (event) => {
    const before = finger;
    if (!before) return;
    const at = pointOf(event);
    finger = at;
    // The sheet is back at rest and the finger moves up. From here on, the finger scrolls the content.
    if (drag && at.y < before.y && at.y <= drag.restsAt) {
      moveTo(0);
      // The browser must lay out the sheet at rest. Otherwise it would animate the last pixels while the content
      // scrolls.
      sheet.getBoundingClientRect();
      letGo();
    }
    if (!drag && isDownwards(before, at) && mayMove(event, sheet)) grab(before, event.cancelable);
    if (!drag) return;
    if (event.cancelable) event.preventDefault();
    // The browser is already scrolling the content, and would continue when the finger turns back.
    else sheet.style.overflowY = "hidden";
    move(drag, at);
  });

  on("touchend", (event) => {
    finger = null;
    release(event.timeStamp);
  });

  on("touchcancel", () => {
    finger = null;
    if (drag) letGo();
  });

  on("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0 || !phone.matches || !isGrip(event.target))
      return;
    sheet.setPointerCapture(event.pointerId);
    const at = pointOfMouse(event);
    grab(at, true);
  });

  on("pointermove", (event) => {
    if (drag && event.pointerType === "mouse") move(drag, pointOfMouse(event));
  });

  on("pointerup", (event) => {
    if (event.pointerType === "mouse") release(event.timeStamp);
  });
}

const pointOf = ({ touches: [finger], timeStamp }: TouchEvent): Point => ({
  x: finger?.clientX ?? 0,
  y: finger?.clientY ?? 0,
  time: timeStamp,
});

const pointOfMouse = ({ clientX, clientY, timeStamp }: PointerEvent): Point => ({
  x: clientX,
  y: clientY,
  time: timeStamp,
});

const isDownwards = (from: Point, to: Point) => to.y - from.y > Math.abs(to.x - from.x);

const isGrip = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[data-grip]") !== null;

/** Whether a finger there moves the sheet: not while the content under it is scrolled down, or text is selected. */
function mayMove({ target, cancelable }: TouchEvent, sheet: HTMLElement): boolean {
  if (isGrip(target)) return true;
  const selection = document.getSelection();
  if (selection && !selection.isCollapsed && sheet.contains(selection.anchorNode)) return false;
  for (let at = target instanceof Element ? target : null; at && at !== sheet; at = at.parentElement) {
    // An element that the browser is already scrolling keeps the finger.
    if (at.scrollTop > 0 || (!cancelable && at.scrollHeight > at.clientHeight)) return false;
  }
  return sheet.scrollTop <= 0;
}

/** Whether a sheet of this height closes if it is released at this time. */
function isDraggedAway(
  { start, restsAt, recent, canBeFlicked }: Drag,
  time: number,
  height: number,
): boolean {
  const last = recent.at(-1) ?? start;
  if (last.y - start.y <= TAP) return false;
  const first = recent.find((point) => time - point.time <= MEMORY) ?? last;
  const speed = first.time < time ? (last.y - first.y) / (time - first.time) : 0;
  if (canBeFlicked && speed > FLICK) return true;
  return last.y - restsAt > height * CLOSE_THRESHOLD && speed > -FLICK;
}

/**
 * Keeps the sheet, and its focused field, above the keyboard of a phone. Where the keyboard makes the page smaller
 * (`interactive-widget`), the sheet is above it already. Safari lays the keyboard over the page.
 */
function stayAboveKeyboard(sheet: HTMLElement, phone: MediaQueryList, signal: AbortSignal) {
  const visible = window.visualViewport;
  if (!visible) return;
  const adjust = () => {
    const { clientHeight } = document.documentElement;
    const isCovered = phone.matches && visible.scale === 1 && clientHeight - visible.height > 1;
    const covered = Math.max(0, clientHeight - visible.offsetTop - visible.height);
    sheet.style.bottom = isCovered ? `${covered}px` : "";
    sheet.style.maxHeight = isCovered ? `${visible.height * MAX_HEIGHT}px` : "";
  };
  const adjustAndShowField = () => {
    adjust();
    const field = document.activeElement;
    if (field && sheet.contains(field)) field.scrollIntoView({ block: "nearest" });
  };
  visible.addEventListener("resize", adjustAndShowField, { signal });
  // Safari also scrolls the visible part of the page, to show the field.
  visible.addEventListener("scroll", adjust, { signal });
  adjust();
}
