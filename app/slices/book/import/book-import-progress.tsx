import { useEffect, useRef } from "react";
import { Form, useSubmit } from "react-router";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import { type FormResult, useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import "./book-import.css";

/** How far an import is. With script it goes on by itself; without, with its button. */
export function ImportProgress({
  lastResult,
  done,
  step,
  rows,
  withoutAuthors,
  stopTo,
}: {
  /** What the action returned. */
  lastResult: FormResult | undefined;
  /** How many rows are done. */
  done: number;
  /** The next step. */
  step: number;
  /** How many rows there are. */
  rows: number;
  /** Whether it was confirmed that no column holds authors. */
  withoutAuthors: boolean;
  /** The page that says what has become of the rows so far. */
  stopTo: string;
}) {
  const { t } = useI18n();
  const submit = useSubmit();
  const form = useFormResult(lastResult);
  const goOn = useRef<HTMLFormElement>(null);
  const hasFailed = lastResult !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step; a step that failed is left to the reader
  useEffect(() => {
    if (!hasFailed) submit(goOn.current, { replace: true });
  }, [step]);
  const progress = t("import:progress", { done, rows });
  return (
    <div className="flex max-w-xl flex-col gap-4">
      <p role="status">{progress}</p>
      <progress value={done} max={rows} aria-label={progress} className="import-progress" />
      <p className="text-quiet">{t("import:goesOn")}</p>
      <Form method="post" replace ref={goOn} className="flex flex-wrap gap-3">
        <FieldErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name="step" value={step} />
        {withoutAuthors && <input type="hidden" name="withoutAuthors" value="on" />}
        <SubmitButton>{t("import:continue")}</SubmitButton>
        <ButtonLink variant="secondary" to={stopTo}>
          {t("import:stop")}
        </ButtonLink>
      </Form>
    </div>
  );
}
