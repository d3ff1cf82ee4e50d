import { useSyncExternalStore } from "react";
import type { MessageSubject, MessageType } from "#app/core/http/flash.server.ts";

/** A message shown briefly at the edge of the screen. */
export interface Toast {
  id: number;
  type: MessageType;
  message: string;
  about?: MessageSubject | undefined;
  /** The path that undoes the action in the message by a POST. */
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

/**
 * Shows a message in the reader's language, and removes an equal one. Removes messages of type loading, because their
 * action is done.
 */
export function showToast(
  type: MessageType,
  message: string,
  { about, undo }: Pick<Toast, "about" | "undo"> = {},
): void {
  lastId += 1;
  const isEqual = (toast: Toast) =>
    toast.type === type &&
    toast.message === message &&
    toast.undo === undo &&
    toast.about?.name === about?.name;
  const others = toasts.filter((toast) => toast.type !== "loading" && !isEqual(toast));
  change([...others, { id: lastId, type, message, about, undo }].slice(-VISIBLE_TOASTS));
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
