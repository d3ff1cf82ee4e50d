import { useI18n } from "#app/i18n/use-i18n.ts";
import { BookCover } from "./book-cover.tsx";

/** A book with its cover and everything that is known of it. */
export function BookDetails({
  book,
}: {
  book: { title: string; author: string | null; genre: string | null; publisher: string | null };
}) {
  const { t } = useI18n();
  const facts = [
    { term: t("book:author"), value: book.author },
    { term: t("book:genre"), value: book.genre },
    { term: t("book:publisher"), value: book.publisher },
  ];
  return (
    <article className="flex flex-col gap-8 sm:flex-row">
      <div className="w-40 shrink-0 self-center sm:w-56 sm:self-start">
        <BookCover title={book.title} author={book.author} />
      </div>
      <div className="min-w-0 flex-1">
        <h1 className="font-serif text-3xl font-semibold text-balance break-words sm:text-4xl">
          <bdi>{book.title}</bdi>
        </h1>
        <dl className="mt-6 divide-y divide-line border-y border-line">
          {facts.map(({ term, value }) => (
            <div key={term} className="flex flex-wrap gap-x-4 py-3">
              <dt className="w-28 text-quiet">{term}</dt>
              <dd className="min-w-0 flex-1 break-words">
                {value ? <bdi>{value}</bdi> : <span className="text-quiet">{t("book:unknown")}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </article>
  );
}
