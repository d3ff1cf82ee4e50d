import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import type { WelcomePart } from "#app/identity/auth/welcome-part.ts";
import { BookStrip } from "#app/slices/book/book-strip.tsx";

type Readings = { id: string; title: string; author: string | null; cover?: string }[];

/** The books on the welcome page that the reader is reading. */
export const homeShelfPart: WelcomePart<Readings> = { key: "shelf", Part: HomeShelf };

function HomeShelf({ data }: { data: Readings }) {
  const { t } = useI18n();
  return (
    <BookStrip
      heading={t("shelf:now")}
      books={data.map((reading) => ({ ...reading, to: href("/app/shelf/:id", { id: reading.id }) }))}
    />
  );
}
