import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { useMayOpen } from "#app/core/ui/may-open.ts";
import type { WelcomePart } from "#app/identity/auth/welcome-part.ts";
import { BookStrip } from "#app/slices/book/book-strip.tsx";

/** Null if the reader may not have a shelf. */
type Readings = { id: string; title: string; author: string | null; cover?: string }[] | null;

/** On the welcome page: the books that the reader is reading, or a link to find a first book. */
export const homeShelfPart: WelcomePart<Readings> = { key: "shelf", Part: HomeShelf };

function HomeShelf({ data }: { data: Readings }) {
  const { t } = useI18n();
  if (data === null) return null;
  if (data.length === 0) return <FirstBook />;
  return (
    <BookStrip
      heading={t("shelf:now")}
      books={data.map((reading) => ({ ...reading, to: href("/app/shelf/:id", { id: reading.id }) }))}
    />
  );
}

/** A first step for readers who are reading nothing. */
function FirstBook() {
  const { t } = useI18n();
  const mayOpen = useMayOpen();
  const books = href("/app/books");
  if (!mayOpen(books)) return null;
  return (
    <section aria-labelledby="first-book" className="mt-10 rounded-xl border border-line bg-sheet p-5">
      <h2 id="first-book" className="font-serif text-xl font-semibold">
        {t("shelf:start.title")}
      </h2>
      <p className="mt-1 mb-4 text-quiet">{t("shelf:start.hint")}</p>
      <ButtonLink to={books}>{t("shelf:start.find")}</ButtonLink>
    </section>
  );
}
