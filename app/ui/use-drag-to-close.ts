import { type PointerEvent, type RefObject, useRef } from "react";

/** A sheet closes when dragged down by more than this fraction of its height (docs/product.md, Numbers). */
const CLOSE_THRESHOLD = 0.25;

/**
 * Closes a sheet at the bottom of a phone when the reader drags it down. Released earlier, it moves back.
 * @param phone the media query for screens on which it is a sheet
 * @returns the handlers for the element that the sheet is dragged by
 */
export function useDragToClose(sheet: RefObject<HTMLElement | null>, phone: string, onClose: () => void) {
  const start = useRef<number | null>(null);

  /** How far it is dragged, in pixels. */
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
