import { type PointerEvent, type RefObject, useRef } from "react";

/** A sheet closes once it is dragged down by this part of its height (docs/product.md, Numbers). */
const CLOSE_THRESHOLD = 0.25;

/**
 * Lets a sheet at the bottom of a phone be dragged down and thereby closed. Let go before, it goes back.
 * @param phone the media query under which it is a sheet
 * @returns the handlers of what the sheet is dragged by
 */
export function useDragToClose(sheet: RefObject<HTMLElement | null>, phone: string, onClose: () => void) {
  const start = useRef<number | null>(null);

  /** By how many pixels it is dragged. */
  const distance = (event: PointerEvent) => Math.max(0, event.clientY - (start.current ?? event.clientY));

  return {
    onPointerDown(event: PointerEvent) {
      if (!event.isPrimary || event.button !== 0 || !window.matchMedia(phone).matches) return;
      start.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (sheet.current) sheet.current.style.transitionDuration = "0s";
    },
    onPointerMove(event: PointerEvent) {
      if (start.current === null || !sheet.current) return;
      sheet.current.style.translate = `0 ${distance(event)}px`;
    },
    onPointerUp(event: PointerEvent) {
      if (start.current === null || !sheet.current) return;
      const closes = distance(event) > sheet.current.offsetHeight * CLOSE_THRESHOLD;
      start.current = null;
      const { style } = sheet.current;
      style.transitionDuration = "";
      style.translate = closes ? "0 100%" : "";
      if (closes) onClose();
    },
    onPointerCancel() {
      start.current = null;
      if (sheet.current) {
        sheet.current.style.transitionDuration = "";
        sheet.current.style.translate = "";
      }
    },
  };
}
