import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Icon } from "#app/core/ui/icon.tsx";
import type { CardPart } from "#app/slices/book/card-mark.ts";

/** The id of the form that all cards' buttons submit. */
export const PUT_FORM = "put";

/**
 * A card's button that adds its book to the books that the reader wants to read. If the book is already on the shelf,
 * the button says so and changes nothing.
 */
export const PutButton: CardPart = ({ book: { id, title, isMarked } }) => {
  const { t } = useI18n();
  const what = isMarked ? t("shelf:there") : t("shelf:wanted");
  return (
    <button
      type="submit"
      form={PUT_FORM}
      name="bookId"
      value={id}
      className="relative inline-flex min-h-11 cursor-pointer items-center gap-1 text-sm text-accent print:hidden"
    >
      <Icon name={isMarked ? "check" : "plus"} className="size-4" />
      <span>{`${what} `}</span>
      <bdi className="sr-only">{title}</bdi>
    </button>
  );
};
