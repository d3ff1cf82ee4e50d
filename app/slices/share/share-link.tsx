import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { useMayOpen } from "#app/core/ui/may-open.ts";

/**
 * A link to share a book, or the shelf. Renders nothing if the reader may not share. @param bookId null for the shelf
 */
export function ShareLink({ bookId }: { bookId: string | null }) {
  const { t } = useI18n();
  const mayOpen = useMayOpen();
  const page = href("/app/shares/new");
  if (!mayOpen(page)) return null;
  return (
    <ButtonLink
      variant="secondary"
      to={bookId === null ? page : `${page}?${new URLSearchParams({ book: bookId })}`}
    >
      {t(bookId === null ? "share:newShelf" : "share:open")}
    </ButtonLink>
  );
}
