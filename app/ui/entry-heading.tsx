import type { ReactNode } from "react";

/** The heading of a page of the sign-in flow, and what the page is about. */
export function EntryHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-6">
      <h1 className="font-serif text-3xl font-semibold text-balance">{title}</h1>
      {children && <div className="mt-2 text-quiet">{children}</div>}
    </div>
  );
}
