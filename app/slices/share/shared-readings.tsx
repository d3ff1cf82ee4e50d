import type { Ref } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BookCover } from "#app/slices/book/cover/book-cover.tsx";

/** The books of a shelf as their covers, for somebody who only looks. */
export function SharedReadings({
  readings,
  ref,
  isBusy,
}: {
  readings: { id: string; title: string; author: string | null; rating: number | null }[];
  ref?: Ref<HTMLUListElement>;
  /** Whether the books are being loaded again. */
  isBusy?: boolean;
}) {
  const { t } = useI18n();
  return (
    <ul
      ref={ref}
      aria-busy={isBusy}
      className="grid grid-cols-2 gap-x-5 gap-y-8 sm:grid-cols-3 aria-busy:opacity-60 md:grid-cols-4 lg:grid-cols-5"
    >
      {readings.map(({ id, title, author, rating }) => (
        <li key={id} tabIndex={-1}>
          <BookCover title={title} author={author} />
          <p dir="auto" className="mt-3 line-clamp-3 font-serif leading-snug font-semibold break-words">
            {title}
          </p>
          {author && (
            <p className="mt-0.5 text-sm break-words text-quiet">{t("book:byAuthor", { author })}</p>
          )}
          {rating !== null && (
            <p className="mt-0.5 text-sm text-quiet">{t("reading:stars", { count: rating })}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
