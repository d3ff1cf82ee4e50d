import type { ReactNode } from "react";
import drawing from "./empty-state.svg?no-inline";

/**
 * Shown for an empty list: a drawing, what is missing, and what the reader can do about it. The drawing is a separate
 * file, so that only a page with an empty list loads it. It takes its colours from the theme, and faces the reading
 * direction.
 */
export function EmptyState({
  title,
  description,
  isPart = false,
  children,
}: {
  title: string;
  description?: string | undefined;
  /** Whether the list is only a part of its page. The drawing is then small. */
  isPart?: boolean;
  /** The search term, or links to further actions. */
  children?: ReactNode;
}) {
  return (
    <div className={`flex flex-col items-center gap-3 text-center ${isPart ? "py-6" : "py-12"}`}>
      <svg
        aria-hidden="true"
        className={`rtl:-scale-x-100 print:hidden ${isPart ? "h-14 w-20" : "h-28 w-40"}`}
      >
        <use href={`${drawing}#sheet`} />
      </svg>
      {isPart ? (
        <p className="text-quiet">{title}</p>
      ) : (
        <p className="font-serif text-xl font-semibold">{title}</p>
      )}
      {description && <p className="max-w-prose text-quiet">{description}</p>}
      {children}
    </div>
  );
}
