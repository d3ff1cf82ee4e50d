import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { CheckboxField } from "#app/core/forms/checkbox-field.tsx";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import { type FormResult, useFormResult } from "#app/core/forms/use-form-result.ts";
import { numberFormat } from "#app/core/i18n/formats.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import type { Summary } from "./book-import-summary.server.ts";
import type { FileFacts } from "./file-lines.server.ts";
import { FileNotes } from "./file-notes.tsx";
import { formatOutcome, type Outcome } from "./import-outcome.ts";
import { FirstRows, LeftOutRows } from "./import-rows.tsx";

/** The texts and links for one kind of file. */
export interface ImportKind {
  /** For each field, the name of the file's column from which it is read. */
  labels: Record<string, string>;
  /** The path of the form that uploads a file. */
  uploadTo: string;
  /** The list to which the rows are added. */
  list: { to: string; label: string };
  /** The text for rows that exist once the import has ended, whether it added them or not. */
  there: string;
  /** Helps the reader to correct rows with errors. */
  refusedHint?: ReactNode;
  /** Further notes for the reader before anything is added. */
  notes?: string[];
}

type ShownSummary = Omit<Summary, "genres"> & {
  /** The summary of the file itself. */
  facts: FileFacts;
  /** Whether the import has ended. */
  isDone: boolean;
  /** The result of the import; null if it is not known. */
  outcome: Outcome | null;
};

/** The outcome of a file's rows, before and after the import, and the button that adds those that can be added. */
export function ImportSummary({
  lastResult,
  summary,
  asksAuthor,
  here,
  kind,
}: {
  /** The action's result. */
  lastResult: FormResult | undefined;
  summary: ShownSummary;
  /** Whether the user must first confirm that no column contains authors. */
  asksAuthor: boolean;
  /** The path of the page. */
  here: string;
  kind: ImportKind;
}) {
  const { t } = useI18n();
  const form = useFormResult(lastResult);
  const { counts, facts, isDone, outcome, leftOut } = summary;
  const hasLeftOut = counts.refused + counts.repeated + (isDone ? 0 : counts.there) > 0;
  const asks = asksAuthor && counts.new > 0;
  const another = (
    <ButtonLink variant={asks ? "primary" : "secondary"} to={kind.uploadTo}>
      {t("import:another")}
    </ButtonLink>
  );
  return (
    <div className="flex max-w-3xl flex-col gap-8">
      {outcome && <p className="font-medium">{t("import:outcome.both", formatOutcome(t, outcome))}</p>}
      {!isDone && <FileNotes facts={facts} summary={summary} asksAuthor={asksAuthor} kind={kind} />}
      <Counts summary={summary} there={kind.there} />
      <Form method="post" {...form.props} className="flex flex-wrap items-center gap-3">
        <FieldErrors id={form.errorId} errors={form.errors} />
        {asks && (
          <div className="basis-full">
            <CheckboxField field={form.field("withoutAuthors")} label={t("import:withoutAuthors")} />
          </div>
        )}
        {counts.new > 0 ? (
          <>
            <SubmitButton variant={asks ? "secondary" : "primary"} intent="add">
              {t("import:add", { count: counts.new })}
            </SubmitButton>
            {another}
          </>
        ) : (
          <>
            {!isDone && <p className="basis-full">{t("import:nothingToAdd")}</p>}
            <ButtonLink to={kind.list.to}>{kind.list.label}</ButtonLink>
            {another}
          </>
        )}
      </Form>
      {hasLeftOut && (
        <Link
          to={`${here}/left-out${isDone ? "?done=on" : ""}`}
          reloadDocument
          className="-my-4 inline-flex min-h-11 items-center self-start text-accent underline underline-offset-4"
        >
          {t("import:download")}
        </Link>
      )}
      <LeftOutRows
        fate="refused"
        rows={leftOut.refused}
        count={counts.refused}
        labels={kind.labels}
        hint={kind.refusedHint}
      />
      <LeftOutRows fate="repeated" rows={leftOut.repeated} count={counts.repeated} labels={kind.labels} />
      {!isDone && <LeftOutRows fate="there" rows={leftOut.there} count={counts.there} labels={kind.labels} />}
      <FirstRows rows={summary.first} isDone={isDone} there={kind.there} />
    </div>
  );
}

function Counts({ summary: { counts, isDone, outcome }, there }: { summary: ShownSummary; there: string }) {
  const { t, i18n } = useI18n();
  const number = numberFormat(i18n.language);
  const all = [
    { label: t("import:counts.added"), count: outcome?.added ?? 0, isLeftOut: !outcome },
    {
      label: isDone ? t("import:counts.left") : t("import:counts.new"),
      count: counts.new,
      isLeftOut: isDone,
    },
    // `there` includes the rows that this import has added. `outcome` counts them separately.
    outcome
      ? { label: t("import:counts.there"), count: outcome.there - counts.repeated, isLeftOut: true }
      : { label: isDone ? there : t("import:counts.there"), count: counts.there },
    { label: t("import:counts.repeated"), count: counts.repeated, isLeftOut: true },
    { label: t("import:counts.refused"), count: counts.refused, isLeftOut: isDone },
  ];
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {all
        .filter(({ count, isLeftOut }) => count > 0 || !isLeftOut)
        .map(({ label, count }) => (
          <div
            key={label}
            className="flex flex-col-reverse justify-end rounded-xl border border-line bg-sheet px-4 py-3"
          >
            <dt className="text-sm text-quiet">{label}</dt>
            <dd className="font-serif text-3xl font-semibold tabular-nums">{number.format(count)}</dd>
          </div>
        ))}
    </dl>
  );
}
