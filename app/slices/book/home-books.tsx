import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import type { WelcomePart } from "#app/identity/auth/welcome-part.ts";
import { BookSection } from "./book-section.tsx";
import { BookStrip } from "./book-strip.tsx";

type Books = Parameters<typeof BookSection>[0]["books"];

/** The books on the welcome page. */
export const homeBooksPart: WelcomePart<{ recent: Books; latest: Books }> = { key: "book", Part: HomeBooks };

function HomeBooks({ data: { recent, latest } }: { data: { recent: Books; latest: Books } }) {
  const { t } = useI18n();
  return (
    <>
      {/* Small, so that what is new stays in sight below. */}
      <BookStrip
        heading={t("book:recent")}
        books={recent.map((book) => ({ ...book, to: href("/app/books/:id", { id: book.id }) }))}
      />
      <BookSection heading={t("book:new")} books={latest} />
    </>
  );
}
