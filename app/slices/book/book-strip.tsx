import { useId } from "react";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";
import { BookCover } from "#app/slices/book/cover/book-cover.tsx";

/** A small strip of books under a heading, each a link. Renders nothing without books. */
export function BookStrip({
  heading,
  books,
}: {
  heading: string;
  books: { id: string; title: string; author: string | null; cover?: string; to: string }[];
}) {
  const id = useId();
  if (books.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="mb-3 font-serif text-xl font-semibold">
        {heading}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {books.map(({ id, title, author, cover, to }) => (
          <li
            key={id}
            className="relative flex items-center gap-3 rounded-xl border border-line bg-sheet p-3 hover:bg-accent-soft"
          >
            <div className="w-9 shrink-0">
              <BookCover title={title} author={author} src={cover} isThumbnail />
            </div>
            <StretchedLink
              to={to}
              dir="auto"
              // The margin and the padding leave room for the ellipsis of a title in a script of the other
              // direction.
              className="line-clamp-2 -me-4 match-parent min-w-0 flex-1 pe-4 font-serif leading-snug font-semibold break-words"
            >
              {title}
            </StretchedLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
