import { ArrowLeft } from "lucide-react";
import { data, href, Link } from "react-router";
import { dbContext } from "#app/context.ts";
import { findBook } from "#app/features/book/book.server.ts";
import { BookCover } from "#app/features/book/book-cover.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/book.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const book = await findBook(context.get(dbContext), params.id);
  if (!book) throw data(null, { status: 404 });
  return { book };
}

export default function Book({ loaderData: { book } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const facts = [
    { term: t("book:author"), value: book.author },
    { term: t("book:genre"), value: book.genre },
    { term: t("book:publisher"), value: book.publisher },
  ];
  return (
    <article>
      <PageTitle title={book.title} />
      <Link
        to={href("/app/books")}
        className="mb-6 inline-flex min-h-11 items-center gap-2 text-plum underline-offset-4 hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-4 rtl:rotate-180" />
        {t("book:allBooks")}
      </Link>
      <div className="flex flex-col gap-8 sm:flex-row">
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
      </div>
    </article>
  );
}
