import { useId } from "react";
import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";
import type { WelcomePart } from "#app/identity/auth/welcome-part.ts";
import { BookCover } from "#app/slices/book/cover/book-cover.tsx";
import { BookSection } from "./book-section.tsx";

type Books = Parameters<typeof BookSection>[0]["books"];

/** The books on the welcome page. */
export const homeBooksPart: WelcomePart<{ recent: Books; latest: Books }> = { key: "book", Part: HomeBooks };

function HomeBooks({ data: { recent, latest } }: { data: { recent: Books; latest: Books } }) {
  const { t } = useI18n();
  return (
    <>
      {recent.length > 0 && <RecentBooks books={recent} />}
      <BookSection heading={t("book:new")} books={latest} />
    </>
  );
}

/** Small, so that what is new stays in sight below. */
function RecentBooks({ books }: { books: Books }) {
  const { t } = useI18n();
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="mb-3 font-serif text-xl font-semibold">
        {t("book:recent")}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {books.map(({ id, title, author }) => (
          <li
            key={id}
            className="relative flex items-center gap-3 rounded-xl border border-line bg-sheet p-3 hover:bg-accent-soft"
          >
            <div className="w-9 shrink-0">
              <BookCover title={title} author={author} isThumbnail />
            </div>
            <StretchedLink
              to={href("/app/books/:id", { id })}
              dir="auto"
              className="line-clamp-2 match-parent min-w-0 flex-1 font-serif leading-snug font-semibold break-words"
            >
              {title}
            </StretchedLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
