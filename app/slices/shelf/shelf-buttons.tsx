import { Form, href, Link } from "react-router";
import { RowIdField } from "#app/core/forms/row-id-field.tsx";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { READING_STATES, type ReadingState } from "./reading-states.ts";

/**
 * Buttons that add a book to the reader's shelf, or change its state: one for each state. The button of the current
 * state is pressed.
 */
export function ShelfButtons({
  bookId,
  newId,
  reading,
}: {
  bookId: string;
  /** The id of the new row, if the book is not on the shelf yet (forms/row-id). */
  newId: string;
  /** The book's row on the shelf; null if it is not there, undefined until that is known. */
  reading: { id: string; state: ReadingState } | null | undefined;
}) {
  const { t } = useI18n();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <Form method="post" action={href("/app/shelf")} preventScrollReset>
        <input type="hidden" name="bookId" value={bookId} />
        <RowIdField id={newId} />
        {reading === undefined && <input type="hidden" name="unseen" value="on" />}
        <fieldset aria-label={t("shelf:where")} className="flex flex-wrap gap-2">
          {READING_STATES.map((state) => (
            <SubmitButton
              key={state}
              variant={reading?.state === state ? "primary" : "secondary"}
              name="state"
              value={state}
              isPressed={reading?.state === state}
            >
              {t(`shelf:${state}`)}
            </SubmitButton>
          ))}
        </fieldset>
      </Form>
      {reading && (
        <Link
          to={href("/app/shelf/:id", { id: reading.id })}
          className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
        >
          {t("shelf:details")}
        </Link>
      )}
    </div>
  );
}
