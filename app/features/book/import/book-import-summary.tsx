import { Form, href } from "react-router";
import { FieldErrors } from "#app/forms/text-field.tsx";
import { type FormResult, useFormResult } from "#app/forms/use-form-result.ts";
import { numberFormat } from "#app/i18n/formats.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import type { Summary } from "./book-import-summary.server.ts";
import { GenreNames } from "./genre-names.tsx";

type ShownSummary = Summary & {
  /** The columns of the file that are not read. */
  ignored: string[];
  /** Whether all rows were looked at to be added. */
  isDone: boolean;
  /** How many books that has added; null if it is not known. */
  added: number | null;
};

/** What will become of the rows of a file, or has, and the button that adds those that can be added. */
export function ImportSummary({
  lastResult,
  summary,
}: {
  /** What the action returned. */
  lastResult: FormResult | undefined;
  summary: ShownSummary;
}) {
  const { t } = useI18n();
  const form = useFormResult(lastResult);
  const { counts, firstStep, isDone } = summary;
  return (
    <div className="flex max-w-3xl flex-col gap-8">
      <Counts summary={summary} />
      <Form method="post" className="flex flex-wrap items-center gap-3">
        <FieldErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name="step" value={firstStep} />
        {counts.new > 0 ? (
          <>
            <SubmitButton>{t("import:add", { count: counts.new })}</SubmitButton>
            <ButtonLink variant="secondary" to={href("/manager/books/import")}>
              {t("import:another")}
            </ButtonLink>
          </>
        ) : (
          <>
            {!isDone && <p className="basis-full">{t("import:nothingToAdd")}</p>}
            <ButtonLink to={href("/manager/books")}>{t("book:allBooks")}</ButtonLink>
            <ButtonLink variant="secondary" to={href("/manager/books/import")}>
              {t("import:another")}
            </ButtonLink>
          </>
        )}
      </Form>
      <RefusedRows summary={summary} />
      <FirstRows summary={summary} />
    </div>
  );
}

function Counts({ summary: { counts, isDone, added } }: { summary: ShownSummary }) {
  const { t, i18n } = useI18n();
  const number = numberFormat(i18n.language);
  const all = [
    { label: t("import:counts.added"), count: added ?? 0, isLeftOut: !isDone || added === null },
    {
      label: isDone ? t("import:counts.left") : t("import:counts.new"),
      count: counts.new,
      isLeftOut: isDone,
    },
    { label: isDone ? t("import:counts.inCatalogue") : t("import:counts.there"), count: counts.there },
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

const LIST = "divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet";

function RefusedRows({ summary: { counts, refused, genres } }: { summary: ShownSummary }) {
  const { t } = useI18n();
  if (refused.length === 0) return null;
  const labels: Record<string, string> = {
    title: t("book:fields.title"),
    author: t("book:fields.author"),
    genre: t("book:fields.genreId"),
    publisher: t("book:fields.publisher"),
  };
  const others = counts.refused - refused.length;
  return (
    <section>
      <h2 className="mb-3 font-serif text-2xl font-semibold">{t("import:refused")}</h2>
      <p className="mb-3 text-quiet">{t("import:refusedHint")}</p>
      {genres && (
        <p className="mb-3 text-quiet">
          <GenreNames names={genres} />
        </p>
      )}
      <ul className={LIST}>
        {refused.map(({ number, errors }) => (
          <li key={number} className="flex flex-wrap gap-x-6 px-4 py-2">
            <span className="min-w-20 tabular-nums">{t("import:row", { row: number })}</span>
            <ul className="min-w-0 flex-1 basis-60 wrap-anywhere">
              {errors.map(({ field, message, value }) => (
                <li key={field + message}>
                  <span className="text-danger">{`${labels[field]} · ${message}`}</span>
                  {value.trim() !== "" && (
                    <>
                      {" "}
                      <bdi className="text-quiet">{value}</bdi>
                    </>
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {others > 0 && <p className="mt-3 text-quiet">{t("import:moreRefused", { count: others })}</p>}
    </section>
  );
}

function FirstRows({ summary: { first, ignored, isDone } }: { summary: ShownSummary }) {
  const { t } = useI18n();
  return (
    <section>
      <h2 className="mb-3 font-serif text-2xl font-semibold">{t("import:first")}</h2>
      {ignored.length > 0 && (
        <p className="mb-3 wrap-anywhere text-quiet">
          {t("import:ignored")} <bdi>{ignored.join(", ")}</bdi>
        </p>
      )}
      <ul className={LIST}>
        {first.map(({ number, title, author, genre, publisher, fate }) => (
          <li key={number} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-2">
            <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
              <span dir="auto" className="match-parent block font-medium">
                {title}
              </span>
              <span className="block text-sm text-quiet">
                {[author, genre, publisher].filter(Boolean).map((value, n) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be the same
                  <span key={n}>
                    {n > 0 && " · "}
                    <bdi>{value}</bdi>
                  </span>
                ))}
              </span>
            </div>
            <Badge tone={fate === "refused" ? "danger" : fate === "new" ? "accent" : "quiet"}>
              {isDone && fate === "there" ? t("import:counts.inCatalogue") : t(`import:fates.${fate}`)}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
