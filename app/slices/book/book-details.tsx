import type { ReactNode } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { FactList } from "#app/core/ui/fact-list.tsx";
import { BookCover } from "#app/slices/book/cover/book-cover.tsx";

/** The number of characters that always fit into the heading, even in wide letters on a phone. */
const LONGEST_HEADING = 40;

/** A book with its cover and all its fields. The heading cuts off a long title, which is then one of the fields, too. */
export function BookDetails({
  book,
  list,
  children,
}: {
  book: {
    title: string;
    author: string | null;
    genre: string | null;
    genreId?: string | null;
    publisher: string | null;
    cover?: string;
  };
  /** The path of the list that the author and the genre link to. */
  list?: string;
  /** Links and buttons below the title. */
  children?: ReactNode;
}) {
  const { t } = useI18n();
  const booksOf = (search: Record<string, string>) => list && `${list}?${new URLSearchParams(search)}`;
  const facts = [
    { term: t("book:fields.title"), value: book.title.length > LONGEST_HEADING ? book.title : undefined },
    {
      term: t("book:fields.author"),
      value: book.author,
      to: booksOf({ searchTerm: book.author ?? "" }),
    },
    { term: t("book:fields.genreId"), value: book.genre, to: booksOf({ genre: book.genreId ?? "" }) },
    { term: t("book:fields.publisher"), value: book.publisher },
  ];
  return (
    <article className="flex flex-col gap-8 sm:flex-row">
      <div className="w-40 shrink-0 self-center sm:w-56 sm:self-start">
        <BookCover title={book.title} author={book.author} src={book.cover} isInSight />
      </div>
      <div className="min-w-0 flex-1">
        <h1 className="line-clamp-5 font-serif text-4xl leading-snug font-semibold break-words">
          <bdi>{book.title}</bdi>
        </h1>
        {children && <div className="mt-4">{children}</div>}
        <div className="mt-6">
          <FactList facts={facts} />
        </div>
      </div>
    </article>
  );
}
