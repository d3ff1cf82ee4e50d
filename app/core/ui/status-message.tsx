import type { ReactNode } from "react";
import type { MessageType } from "#app/core/http/flash.server.ts";

/** The colours of each type of message. */
export const MESSAGE_COLOURS: Record<MessageType, string> = {
  success: "border-success bg-success-soft text-success",
  info: "border-accent bg-accent-soft text-accent",
  loading: "border-accent bg-accent-soft text-accent",
  warning: "border-warning bg-warning-soft text-warning",
  error: "border-danger bg-danger-soft text-danger",
};

/**
 * A message about an event or a state. Screen readers announce it without moving the focus.
 * @param isStanding whether the state is older than the page, so that there is nothing to announce
 * @param action a button next to it
 */
export function StatusMessage({
  type,
  isStanding = false,
  children,
  action,
}: {
  type: MessageType;
  isStanding?: boolean;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border-s-4 px-4 py-3 ${MESSAGE_COLOURS[type]}`}
    >
      <p
        role={isStanding ? undefined : type === "error" ? "alert" : "status"}
        className="min-w-0 wrap-anywhere"
      >
        {children}
      </p>
      {action}
    </div>
  );
}
