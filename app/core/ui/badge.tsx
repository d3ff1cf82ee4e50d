import type { ReactNode } from "react";

const TONES = {
  quiet: "bg-sunken text-ink",
  accent: "bg-accent-soft text-accent",
  danger: "bg-danger-soft text-danger",
};

/** A short label that marks an item. */
export function Badge({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-full px-2.5 py-0.5 font-sans text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
