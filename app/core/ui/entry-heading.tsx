import type { ReactNode } from "react";

/** The heading and introduction of a page in the entry layout. */
export function EntryHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-6">
      <h1 className="font-serif text-3xl font-semibold text-balance">{title}</h1>
      {children && <div className="mt-2 text-quiet">{children}</div>}
    </div>
  );
}
