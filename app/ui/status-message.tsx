import type { ReactNode } from "react";
import type { MessageType } from "#app/http/flash.server.ts";

/** The colours of each type of message. */
export const MESSAGE_COLOURS: Record<MessageType, string> = {
  success: "border-success bg-success-soft text-success",
  info: "border-accent bg-accent-soft text-accent",
  loading: "border-accent bg-accent-soft text-accent",
  warning: "border-warning bg-warning-soft text-warning",
  error: "border-danger bg-danger-soft text-danger",
};

/** A message about an event or a state. Screen readers announce it without moving the focus. */
export function StatusMessage({ type, children }: { type: MessageType; children: ReactNode }) {
  return (
    <p
      role={type === "error" ? "alert" : "status"}
      className={`rounded-lg border-s-4 px-4 py-3 wrap-anywhere ${MESSAGE_COLOURS[type]}`}
    >
      {children}
    </p>
  );
}
