import type { Ref } from "react";
import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { FROM_LIST } from "#app/core/ui/back-link.tsx";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";
import { BookCover } from "#app/slices/book/cover/book-cover.tsx";
import { COVERS_IN_SIGHT } from "#app/slices/book/cover/cover-shape.ts";
import type { ReadingState } from "./reading-states.ts";

/** The covers of the books on a shelf. */
export function ReadingGrid({
  readings,
  ref,
  isBusy,
  showsState,
  isShared,
}: {
  readings: {
    id: string;
    title: string;
    author: string | null;
    cover?: string;
    rating: number | null;
    state: ReadingState;
  }[];
  ref?: Ref<HTMLUListElement>;
  /** Whether the books are being reloaded. */
  isBusy?: boolean;
  /** Whether the books have different states. */
  showsState?: boolean;
  /** Whether the shelf belongs to somebody else. If not, each book links to the reader's own record of it. */
  isShared?: boolean;
}) {
  const { t } = useI18n();
  // The margin and the padding leave room for the ellipsis of a title in a script of the other direction.
  const titleLook =
    "mt-3 line-clamp-3 -me-4 match-parent pe-4 font-serif leading-snug font-semibold break-words";
  return (
    <ul
      ref={ref}
      aria-busy={isBusy}
      className="grid grid-cols-2 gap-x-5 gap-y-8 sm:grid-cols-3 aria-busy:opacity-60 md:grid-cols-4 lg:grid-cols-5"
    >
      {readings.map(({ id, title, author, cover, rating, state }, position) => (
        // If the first of the newly loaded items has no link, it takes the focus itself.
        <li key={id} className="group relative" tabIndex={isShared ? -1 : undefined}>
          <div className={isShared ? "" : "transition-transform group-hover:-translate-y-1"}>
            <BookCover title={title} author={author} src={cover} isInSight={position < COVERS_IN_SIGHT} />
          </div>
          {isShared ? (
            <p dir="auto" className={titleLook}>
              {title}
            </p>
          ) : (
            <StretchedLink
              to={href("/app/shelf/:id", { id })}
              state={FROM_LIST}
              dir="auto"
              className={`${titleLook} after:outline-offset-4`}
            >
              {title}
            </StretchedLink>
          )}
          {author && (
            <p className="mt-0.5 line-clamp-2 text-sm break-words text-quiet">
              {t("book:byAuthor", { author })}
            </p>
          )}
          {showsState && <p className="mt-0.5 text-sm text-quiet">{t(`shelf:${state}`)}</p>}
          {rating !== null && (
            <p className="mt-0.5 text-sm text-quiet">{t("reading:stars", { count: rating })}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
