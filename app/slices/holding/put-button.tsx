import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Icon } from "#app/core/ui/icon.tsx";
import type { CardPart } from "#app/slices/book/card-mark.ts";

/** The id of the form that the buttons of all cards submit. */
export const PUT_FORM = "put";

/** Puts the book of a card on the organisation's shelf. If it is there, it says so, and pressing it changes nothing. */
export const PutButton: CardPart = ({ book: { id, title, isMarked } }) => {
  const { t } = useI18n();
  return (
    <button
      type="submit"
      form={PUT_FORM}
      name="bookId"
      value={id}
      className="relative inline-flex min-h-11 cursor-pointer items-center gap-1 text-sm text-accent print:hidden"
    >
      <Icon name={isMarked ? "check" : "plus"} className="size-4" />
      <span>{`${t(isMarked ? "holding:there" : "holding:put")} `}</span>
      <bdi className="sr-only">{title}</bdi>
    </button>
  );
};
