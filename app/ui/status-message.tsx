import { CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";

/** Says that something worked, or is so: read out by screen readers without taking the focus. */
export function StatusMessage({ type, children }: { type: "success" | "info"; children: ReactNode }) {
  const Icon = type === "success" ? CircleCheck : Info;
  return (
    <p
      role="status"
      className={`flex items-center gap-2.5 rounded-lg px-4 py-3 ${type === "success" ? "bg-leaf-soft text-leaf" : "bg-plum-soft text-plum"}`}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {children}
    </p>
  );
}
