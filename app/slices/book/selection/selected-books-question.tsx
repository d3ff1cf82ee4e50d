import type { ReactNode } from "react";
import { Form } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ALL_CONFIRMED, SELECTED } from "#app/core/lists/selection/selected-rows.ts";
import { Button, ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { Dialog, useCloseTo } from "#app/core/ui/dialog/dialog.tsx";
import { GenreSelect } from "#app/slices/book/genre-select.tsx";

type Genres = { id: string; name: string }[];

interface Question {
  /** The ids of the selected books. */
  ids: string[];
  /** The number of selected books. */
  count: number;
  /** Stands for all results of the list, if the action is about them (`AskedResults`). */
  mark?: string | undefined;
  /** The URL of the list without the dialog. */
  here: string;
  /** Closes the dialog; null if the URL opened it. */
  onCancel: (() => void) | null;
}

/** Asks whether to delete the selected books. */
export function DeleteQuestion(question: Question) {
  const { t } = useI18n();
  return (
    <QuestionDialog
      {...question}
      title={t("book:selected.deleteQuestion", { count: question.count })}
      submit={
        <SubmitButton variant="danger" intent="delete">
          {t("delete")}
        </SubmitButton>
      }
    >
      <p className="mt-2 text-quiet">{t("manager:deleteQuestion.description")}</p>
    </QuestionDialog>
  );
}

/**
 * Asks for the genre of the selected books, if there are too many genres for the bar, or if the action is about all
 * results.
 * @param genres all genres, sorted by name
 * @param genreId the genre that is already selected, if any
 */
export function GenreQuestion({
  genres,
  genreId,
  ...question
}: Question & { genres: Genres; genreId?: string | undefined }) {
  const { t } = useI18n();
  return (
    <QuestionDialog
      {...question}
      title={t("book:selected.genreQuestion", { count: question.count })}
      submit={<SubmitButton intent="set-genre">{t("book:selected.setGenre")}</SubmitButton>}
    >
      <div className="mt-4 *:w-full">
        <GenreSelect genres={genres} selected={genreId} />
      </div>
    </QuestionDialog>
  );
}

function QuestionDialog({
  ids,
  mark,
  here,
  onCancel,
  title,
  submit,
  children,
}: Question & {
  title: string;
  submit: ReactNode;
  /** The text of the dialog. */
  children: ReactNode;
}) {
  const { t } = useI18n();
  const closeToHere = useCloseTo(here);
  return (
    <Dialog title={title} onClose={onCancel ?? closeToHere}>
      <Form method="post" action={here} replace preventScrollReset>
        {mark ? (
          <input type="hidden" name={ALL_CONFIRMED} value={mark} />
        ) : (
          ids.map((id) => <input key={id} type="hidden" name={SELECTED} value={id} />)
        )}
        {children}
        <div className="mt-6 dialog-buttons">
          {onCancel ? (
            <Button variant="secondary" onClick={onCancel}>
              {t("cancel")}
            </Button>
          ) : (
            <ButtonLink variant="secondary" to={here} replace preventScrollReset>
              {t("cancel")}
            </ButtonLink>
          )}
          {submit}
        </div>
      </Form>
    </Dialog>
  );
}
