import { type ReactNode, useId } from "react";
import { href, Link } from "react-router";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { BookGrid } from "./book-grid.tsx";

type Books = Parameters<typeof BookGrid>[0]["books"];

/** More by the author of a book and of its genre, as far as there is any. */
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
      <Related books={byAuthor}>{t("book:moreBy", { author })}</Related>
      <Related books={ofGenre}>
        <Link
          to={`${href("/app/books")}?${new URLSearchParams({ genre: genreId ?? "" })}`}
          className="text-accent underline underline-offset-4"
        >
          {t("book:moreOf", { genre })}
        </Link>
      </Related>
    </>
  );
}

function Related({ books, children }: { books: Books; children: ReactNode }) {
  const id = useId();
  if (books.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="mb-5 font-serif text-2xl font-semibold wrap-anywhere">
        {children}
      </h2>
      <BookGrid books={books} />
    </section>
  );
}
