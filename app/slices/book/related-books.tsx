import { href, Link } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import type { BookGrid } from "./book-grid.tsx";
import { BookSection } from "./book-section.tsx";

type Books = Parameters<typeof BookGrid>[0]["books"];

/** More books by the same author and of the same genre, if there are any. */
export function RelatedBooks({
  book: { author, genre, genreId },
  byAuthor,
  ofGenre,
}: {
  book: { author: string | null; genre: string | null; genreId: string | null };
  byAuthor: Books;
  ofGenre: Books;
}) {
  const { t } = useI18n();
  return (
    <>
      <BookSection heading={t("book:moreBy", { author })} books={byAuthor} />
      <BookSection
        heading={
          <Link
            to={`${href("/app/books")}?${new URLSearchParams({ genre: genreId ?? "" })}`}
            className="text-accent underline underline-offset-4"
          >
            {t("book:moreOf", { genre })}
          </Link>
        }
        books={ofGenre}
      />
    </>
  );
}
