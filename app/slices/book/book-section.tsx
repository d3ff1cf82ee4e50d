import { type ReactNode, useId } from "react";
import { BookGrid } from "./book-grid.tsx";

/** Up to four books under a heading. Renders nothing without books. */
export function BookSection({
  heading,
  books,
}: {
  heading: ReactNode;
  books: Parameters<typeof BookGrid>[0]["books"];
}) {
  const id = useId();
  if (books.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="mb-6 font-serif text-2xl font-semibold wrap-anywhere">
        {heading}
      </h2>
      <BookGrid books={books} isOfFour />
    </section>
  );
}
