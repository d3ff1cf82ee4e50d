import type { ReactNode } from "react";

/** Says that something worked, or is so: read out by screen readers without taking the focus. */
export function StatusMessage({ type, children }: { type: "success" | "info"; children: ReactNode }) {
  return (
    <p
      role="status"
      className={`rounded-lg border-s-4 px-4 py-3 ${type === "success" ? "border-leaf bg-leaf-soft text-leaf" : "border-plum bg-plum-soft text-plum"}`}
    >
      {children}
    </p>
  );
}
