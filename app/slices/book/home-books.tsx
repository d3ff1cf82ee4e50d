import { useId } from "react";
import { href, Link } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import type { WelcomePart } from "#app/identity/auth/welcome-part.ts";
import { BookSection } from "./book-section.tsx";
import { BookStrip } from "./book-strip.tsx";

type Books = Parameters<typeof BookSection>[0]["books"];

interface HomeBooksData {
  recent: Books;
  latest: Books;
  genres: { id: string; name: string }[];
}

/** The books on the welcome page. */
export const homeBooksPart: WelcomePart<HomeBooksData> = { key: "book", Part: HomeBooks };

function HomeBooks({ data: { recent, latest, genres } }: { data: HomeBooksData }) {
  const { t } = useI18n();
  return (
    <>
      {/* The covers are small, so that the new books below stay in sight. */}
      <BookStrip
        heading={t("book:recent")}
        books={recent.map((book) => ({ ...book, to: href("/app/books/:id", { id: book.id }) }))}
      />
      <BookSection heading={t("book:new")} books={latest} />
      <Genres genres={genres} />
    </>
  );
}

/** A link to the books of each genre. Renders nothing without genres. */
function Genres({ genres }: Pick<HomeBooksData, "genres">) {
  const { t } = useI18n();
  const id = useId();
  if (genres.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="mb-4 font-serif text-2xl font-semibold">
        {t("book:genres")}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {genres.map((genre) => (
          <li key={genre.id} className="min-w-0">
            <Link
              to={`${href("/app/books")}?genre=${genre.id}`}
              className="inline-flex min-h-11 items-center rounded-full border border-line bg-sheet px-4 wrap-anywhere no-underline hover:bg-accent-soft"
            >
              <bdi>{genre.name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
