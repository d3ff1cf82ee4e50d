import { useEffect } from "react";
import { Form, useRevalidator } from "react-router";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import { type FormResult, useFormResult } from "#app/core/forms/use-form-result.ts";
import type { FormattedTime } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SECOND } from "#app/core/lib/durations.ts";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { Moment } from "#app/core/ui/moment.tsx";
import "#app/core/forms/file-field.css";

/** How often the page asks for the progress, in milliseconds. */
const ASKS_EVERY = 2 * SECOND;

/**
 * The progress of the job that adds the rows of a file. With script, the page updates itself. Without script, it has a
 * link that reloads it.
 */
export function ImportProgress({
  lastResult,
  done,
  rows,
  failedUntil,
  isGivenUp,
  here,
}: {
  /** The action's result. */
  lastResult: FormResult | undefined;
  /** How many rows were processed. */
  done: number;
  /** The number of all rows. */
  rows: number;
  /** The time of the next try after a failure; null if nothing has failed. */
  failedUntil: FormattedTime | null;
  isGivenUp: boolean;
  /** The URL of the page. */
  here: string;
}) {
  const { t } = useI18n();
  const form = useFormResult(lastResult);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === "visible") revalidate();
    }, ASKS_EVERY);
    return () => window.clearInterval(timer);
  }, [revalidate]);
  const progress = t("import:progress", { done, rows });
  return (
    <div className="flex max-w-xl flex-col gap-4">
      <p role="status">{progress}</p>
      <progress value={done} max={rows} aria-label={progress} className="file-progress" />
      {isGivenUp ? (
        <p className="text-danger">{t("import:givenUp")}</p>
      ) : failedUntil ? (
        <p className="text-danger">
          <Moment time={failedUntil}>{(distance) => t("import:triedAgain", { distance })}</Moment>
        </p>
      ) : (
        <p className="text-quiet">{t("import:goesOn")}</p>
      )}
      <Form method="post" action={here} replace className="flex flex-wrap gap-3">
        <FieldErrors id={form.errorId} errors={form.errors} />
        <ButtonLink to={here} replace reloadDocument>
          {t("import:reload")}
        </ButtonLink>
        <SubmitButton variant="secondary" intent="stop">
          {t("import:stop")}
        </SubmitButton>
      </Form>
    </div>
  );
}
