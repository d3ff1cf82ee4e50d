import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";

const badge = cva("inline-block rounded-full px-2.5 py-0.5 font-sans text-xs font-medium whitespace-nowrap", {
  variants: {
    tone: {
      quiet: "bg-sunken text-ink",
      accent: "bg-accent-soft text-accent",
      danger: "bg-danger-soft text-danger",
    },
  },
});

/** A short label that marks an item. */
export function Badge({ tone, children }: Required<VariantProps<typeof badge>> & { children: ReactNode }) {
  return <span className={badge({ tone })}>{children}</span>;
}
