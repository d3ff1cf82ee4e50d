import type { ReactNode } from "react";
import drawing from "./empty-state.svg?no-inline";

/**
 * In place of a list that is empty: a drawing, what is missing, and what can be done about it. The drawing is a file of its
 * own, so that only a page with an empty list loads it. It takes its colours from the theme, and faces the way of reading.
 */
export function EmptyState({
  title,
  description,
  isPart = false,
  children,
}: {
  title: string;
  description?: string;
  /** Whether the list is only a part of its page. It is small then. */
  isPart?: boolean;
  /** What was looked for, or links to what can be done. */
  children?: ReactNode;
}) {
  return (
    <div className={`flex flex-col items-center gap-3 px-4 text-center ${isPart ? "py-6" : "py-12"}`}>
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
