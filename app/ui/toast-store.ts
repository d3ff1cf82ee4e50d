import { useSyncExternalStore } from "react";
import type { MessageType } from "#app/http/flash.server.ts";

/** A message that stands at the edge of the screen for a moment. */
export interface Toast {
  id: number;
  type: MessageType;
  message: string;
}

/** So many are shown at a time (docs/product.md, Numbers); one more takes the place of the oldest. */
const VISIBLE_TOASTS = 3;

const NONE: Toast[] = [];
let toasts = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message, in the reader's words. What was loading until now is done, and gives way. */
export function showToast(type: MessageType, message: string): void {
  lastId += 1;
  const others = toasts.filter((toast) => toast.type !== "loading");
  change([...others, { id: lastId, type, message }].slice(-VISIBLE_TOASTS));
}

/** Takes a message away. */
export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/** The messages that are shown now, the oldest first. */
export function useToasts(): Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
    () => NONE,
  );
}
