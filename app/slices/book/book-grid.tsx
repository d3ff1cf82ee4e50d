import type { Ref } from "react";
import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { FROM_LIST } from "#app/core/ui/back-link.tsx";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";
import type { CardPart } from "#app/slices/book/card-mark.ts";
import { BookCover } from "#app/slices/book/cover/book-cover.tsx";
import { COVERS_IN_SIGHT } from "#app/slices/book/cover/cover-shape.ts";

/** Book covers, each a link to its page. */
export function BookGrid({
  books,
  ref,
  isBusy,
  fromList,
  isOfFour = false,
  Part,
}: {
  books: { id: string; title: string; author: string | null; cover?: string; isMarked?: boolean }[];
  ref?: Ref<HTMLUListElement>;
  /** Whether the books are being reloaded. */
  isBusy?: boolean;
  /** Whether book pages link back to this page. */
  fromList?: boolean;
  /** Whether there are four books at most, which fill one row, or two on a phone. */
  isOfFour?: boolean;
  /** Text that is shown below the title of each card. */
  Part?: CardPart | null;
}) {
  const { t } = useI18n();
  return (
    <ul
      ref={ref}
      aria-busy={isBusy}
      className={`grid grid-cols-2 gap-x-5 gap-y-8 aria-busy:opacity-60 ${isOfFour ? "sm:grid-cols-4" : "sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-5"}`}
    >
      {books.map(({ id, title, author, cover, isMarked = false }, position) => (
        <li key={id} className="group relative">
          <div className="transition-transform group-hover:-translate-y-1">
            <BookCover
              title={title}
              author={author}
              src={cover}
              isInSight={fromList === true && position < COVERS_IN_SIGHT}
            />
          </div>
          <StretchedLink
            to={href("/app/books/:id", { id })}
            state={fromList ? FROM_LIST : null}
            dir="auto"
            // The margin and the padding leave room for the ellipsis of a title in a script of the other
            // direction.
            className="mt-3 line-clamp-3 -me-4 match-parent pe-4 font-serif leading-snug font-semibold break-words after:outline-offset-4"
          >
            {title}
          </StretchedLink>
          {author && (
            <p className="mt-0.5 line-clamp-2 text-sm break-words text-quiet">
              {t("book:byAuthor", { author })}
            </p>
          )}
          {Part && <Part book={{ id, title, isMarked }} />}
        </li>
      ))}
    </ul>
  );
}
