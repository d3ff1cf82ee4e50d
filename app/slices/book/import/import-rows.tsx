import type { ReactNode } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Badge } from "#app/core/ui/badge.tsx";
import type { LeftOut, ShownRow } from "./book-import-summary.server.ts";

const LIST = "divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet";
const HEADING = "mb-3 font-serif text-2xl font-semibold";

/** The rows left out for one reason. */
export function LeftOutRows({
  fate,
  rows,
  count,
  labels,
  hint = null,
}: {
  fate: LeftOut;
  /** The first rows that were left out for this reason. */
  rows: ShownRow[];
  /** How many rows were left out for this reason. */
  count: number;
  /** For each field, the name of the file's column from which it is read. */
  labels: Record<string, string>;
  /** Helps the reader to correct these rows. */
  hint?: ReactNode;
}) {
  const { t } = useI18n();
  if (rows.length === 0) return null;
  const more = count - rows.length;
  return (
    <section>
      <h2 className={HEADING}>{t(`import:leftOut.${fate}`)}</h2>
      {fate === "refused" && <p className="mb-3 text-quiet">{t("import:refusedHint")}</p>}
      {hint && <p className="mb-3 text-quiet">{hint}</p>}
      <ul className={LIST}>
        {rows.map((row) => (
          <li key={row.number} className="flex flex-wrap gap-x-6 px-4 py-2">
            <span className="min-w-20 tabular-nums">{t("import:row", { row: row.number })}</span>
            <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
              <Errors row={row} labels={labels} />
              <Book row={row} />
              {row.repeats !== undefined && (
                <span className="text-quiet">{t("import:repeats", { row: row.repeats })}</span>
              )}
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-3 text-quiet">{t("import:moreRows", { count: more })}</p>}
    </section>
  );
}

function Errors({ row: { errors }, labels }: { row: ShownRow; labels: Record<string, string> }) {
  if (errors.length === 0) return null;
  return (
    <ul>
      {errors.map(({ field, message, value }) => (
        <li key={field + message}>
          <span className="text-danger">{`${labels[field]} · ${message} `}</span>
          {value.trim() !== "" && <bdi className="text-quiet">{value}</bdi>}
        </li>
      ))}
    </ul>
  );
}

/** The outcome of the first rows, before or after the import. */
export function FirstRows({
  rows,
  isDone,
  there,
}: {
  rows: ShownRow[];
  isDone: boolean;
  /** The text for rows that already exist, once the import has ended. */
  there: string;
}) {
  const { t } = useI18n();
  return (
    <section>
      <h2 className={HEADING}>{t("import:first")}</h2>
      <ul className={LIST}>
        {rows.map((row) => (
          <li
            key={row.number}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-2"
          >
            <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
              <Book row={row} />
            </div>
            <Badge tone={row.fate === "refused" ? "danger" : row.fate === "new" ? "accent" : "quiet"}>
              {isDone && row.fate === "there" ? there : t(`import:fates.${row.fate}`)}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Book({ row: { title, details } }: { row: ShownRow }) {
  return (
    <>
      <span dir="auto" className="match-parent block font-medium">
        {title}
      </span>
      <span className="block text-sm text-quiet">
        {details.filter(Boolean).map((value, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two values may be equal
          <span key={n}>
            {n > 0 && <span>{" · "}</span>}
            <bdi>{value}</bdi>
          </span>
        ))}
      </span>
    </>
  );
}
