import { useSyncExternalStore } from "react";
import type { MessageType } from "#app/core/http/flash.server.ts";

/** A message shown briefly at the edge of the screen. */
export interface Toast {
  id: number;
  type: MessageType;
  message: string;
  /** The path that a POST undoes at what the message tells. */
  undo?: string | undefined;
}

/** Shows at most this many at a time (docs/product.md, Numbers); another one replaces the oldest. */
const VISIBLE_TOASTS = 3;

const NONE: Toast[] = [];
let toasts = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message in the reader's language. Removes messages of type loading: what they waited for is done. */
export function showToast(type: MessageType, message: string, undo?: string): void {
  lastId += 1;
  const others = toasts.filter((toast) => toast.type !== "loading");
  change([...others, { id: lastId, type, message, undo }].slice(-VISIBLE_TOASTS));
}

/** Removes a message. */
export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/** The messages shown now, oldest first. */
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
