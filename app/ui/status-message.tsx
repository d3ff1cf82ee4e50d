import type { ReactNode } from "react";

const COLOURS = {
  success: "border-leaf bg-leaf-soft text-leaf",
  info: "border-plum bg-plum-soft text-plum",
  error: "border-danger bg-danger-soft text-danger",
};

/** Says what has happened, or is so: read out by screen readers without taking the focus. */
export function StatusMessage({ type, children }: { type: keyof typeof COLOURS; children: ReactNode }) {
  return (
    <p
      role={type === "error" ? "alert" : "status"}
      className={`rounded-lg border-s-4 px-4 py-3 wrap-anywhere ${COLOURS[type]}`}
    >
      {children}
    </p>
  );
}
