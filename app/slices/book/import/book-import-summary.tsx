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
import { type Outcome, outcomeInWords } from "./import-outcome.ts";
import { FirstRows, LeftOutRows } from "./import-rows.tsx";

/** What the pages of a kind of file say and where they lead. */
export interface ImportKind {
  /** The columns, by what they are read as. */
  labels: Record<string, string>;
  /** The form that takes a file. */
  uploadTo: string;
  /** Where what was added is. */
  list: { to: string; label: string };
  /** What is said of rows that are there once the import is over. */
  there: string;
  /** What helps to correct rows with errors. */
  refusedHint?: ReactNode;
  /** What else is to be known before anything is added. */
  notes?: string[];
}

type ShownSummary = Omit<Summary, "genres"> & {
  /** What is said of the file beside its rows. */
  facts: FileFacts;
  /** Whether all rows were looked at to be added. */
  isDone: boolean;
  /** What that has come to; null if it is not known. */
  outcome: Outcome | null;
};

/** What will become of the rows of a file, or has, and the button that adds those that can be added. */
export function ImportSummary({
  lastResult,
  summary,
  asksAuthor,
  here,
  kind,
}: {
  /** What the action returned. */
  lastResult: FormResult | undefined;
  summary: ShownSummary;
  /** Whether nothing is added before it was confirmed that no column holds authors. */
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
      {outcome && <p className="font-medium">{t("import:outcome.both", outcomeInWords(t, outcome))}</p>}
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
    { label: isDone ? there : t("import:counts.there"), count: counts.there },
    { label: t("import:counts.repeated"), count: counts.repeated, isLeftOut: true },
    { label: t("import:counts.refused"), count: counts.refused, isLeftOut: isDone },
  ];
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
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
