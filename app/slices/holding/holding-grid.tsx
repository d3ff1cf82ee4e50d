import type { Ref } from "react";
import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { FROM_LIST } from "#app/core/ui/back-link.tsx";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";
import { BookCover } from "#app/slices/book/cover/book-cover.tsx";
import { COVERS_IN_SIGHT } from "#app/slices/book/cover/cover-shape.ts";

/** The covers of the books on an organisation's shelf. */
export function HoldingGrid({
  slug,
  holdings,
  ref,
  isBusy,
}: {
  slug: string;
  holdings: { id: string; title: string; author: string | null; cover?: string }[];
  ref?: Ref<HTMLUListElement>;
  /** Whether the books are being reloaded. */
  isBusy?: boolean;
}) {
  const { t } = useI18n();
  return (
    <ul
      ref={ref}
      aria-busy={isBusy}
      className="grid grid-cols-2 gap-x-5 gap-y-8 sm:grid-cols-3 aria-busy:opacity-60 md:grid-cols-4 lg:grid-cols-5"
    >
      {holdings.map(({ id, title, author, cover }, position) => (
        <li key={id} className="group relative">
          <div className="transition-transform group-hover:-translate-y-1">
            <BookCover title={title} author={author} src={cover} isInSight={position < COVERS_IN_SIGHT} />
          </div>
          <StretchedLink
            to={href("/app/o/:slug/holdings/:id", { slug, id })}
            state={FROM_LIST}
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
        </li>
      ))}
    </ul>
  );
}
