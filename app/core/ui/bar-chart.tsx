import { useId } from "react";
import { numberFormat } from "#app/core/i18n/formats.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EmptyState } from "./empty-state.tsx";

/** The styles of the two series: one solid, one pale with an outline, so that colour is not the only difference. */
const LOOKS = [
  { bar: "fill-accent stroke-accent", swatch: "border-accent bg-accent" },
  { bar: "fill-success-soft stroke-success", swatch: "border-success bg-success-soft" },
] as const;

/** The size in SVG units. The drawing is stretched to the width of the page. */
const HEIGHT = 100;
const GROUP = 10;
const BAR = 3.6;

/**
 * A small chart of two series, which needs no script: bars, their sums as text for screen readers, and a table with
 * every number for everyone.
 */
export function BarChart({
  title,
  description,
  empty,
  rowHeading,
  tableLabel,
  series,
  rows,
}: {
  title: string;
  description: string;
  /** Shown if every number is zero. */
  empty: string;
  /** The heading of the table's first column. */
  rowHeading: string;
  /** The label of the control that opens the table. */
  tableLabel: string;
  /** The names of the series. */
  series: [string, string];
  rows: { label: string; values: [number, number] }[];
}) {
  const { i18n } = useI18n();
  const id = useId();
  const number = numberFormat(i18n.language);
  const sums = series.map((_, n) => rows.reduce((sum, { values }) => sum + (values[n] ?? 0), 0));
  const top = roundUp(Math.max(...rows.flatMap(({ values }) => values)));
  const heightOf = (value: number) => (value / top) * HEIGHT;
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id={id} className="font-serif text-xl font-semibold">
            {title}
          </h2>
          <p className="text-sm text-quiet">{description}</p>
        </div>
        <ul className="flex flex-wrap gap-x-5 text-sm">
          {series.map((label, n) => (
            <li key={label} className="flex items-center gap-2">
              <span
                aria-hidden="true"
                className={`size-3 rounded-xs border-2 forced-color-adjust-none ${LOOKS[n]?.swatch}`}
              />
              <span>{label}</span>
            </li>
          ))}
        </ul>
      </div>
      {top === 0 ? (
        <div className="rounded-xl border border-line bg-sheet">
          <EmptyState isPart title={empty} />
        </div>
      ) : (
        <div className="rounded-xl border border-line bg-sheet p-4">
          <div className="flex gap-2">
            <div
              aria-hidden="true"
              className="flex h-40 flex-col justify-between text-end text-xs leading-none text-quiet tabular-nums"
            >
              <span>{number.format(top)}</span>
              <span>{top % 2 === 0 ? number.format(top / 2) : ""}</span>
              <span>{number.format(0)}</span>
            </div>
            <div className="min-w-0 flex-1">
              <svg
                role="img"
                aria-label={series.map((label, n) => `${label}: ${number.format(sums[n] ?? 0)}`).join("; ")}
                viewBox={`0 0 ${rows.length * GROUP} ${HEIGHT}`}
                preserveAspectRatio="none"
                // Time runs in the reading direction.
                className="h-40 w-full overflow-visible rtl:-scale-x-100"
              >
                {[0, HEIGHT / 2, HEIGHT].map((y) => (
                  <line
                    key={y}
                    x1={0}
                    x2={rows.length * GROUP}
                    y1={y}
                    y2={y}
                    vectorEffect="non-scaling-stroke"
                    className="stroke-line"
                  />
                ))}
                {rows.map(({ label, values }, column) => (
                  <g key={label}>
                    <title>
                      {`${label} · ${series.map((name, n) => `${name}: ${number.format(values[n] ?? 0)}`).join("; ")}`}
                    </title>
                    <rect x={column * GROUP} width={GROUP} height={HEIGHT} className="fill-transparent" />
                    {values.map((value, n) =>
                      value === 0 ? null : (
                        <rect
                          key={series[n]}
                          x={column * GROUP + 1 + n * (BAR + 0.6)}
                          y={HEIGHT - heightOf(value)}
                          width={BAR}
                          height={heightOf(value)}
                          vectorEffect="non-scaling-stroke"
                          className={LOOKS[n]?.bar}
                        />
                      ),
                    )}
                  </g>
                ))}
              </svg>
              <div aria-hidden="true" className="mt-2 flex justify-between text-xs text-quiet">
                {[rows[0], rows[Math.floor(rows.length / 2)], rows.at(-1)].map((row) => (
                  <span key={row?.label}>{row?.label}</span>
                ))}
              </div>
            </div>
          </div>
          <details className="mt-3 text-sm">
            <summary className="min-h-11 cursor-pointer content-center text-accent print:hidden">
              {tableLabel}
            </summary>
            <table className="mt-2 w-full max-w-md tabular-nums">
              <caption className="sr-only">{`${title}: ${description}`}</caption>
              <thead>
                <tr className="border-b border-line">
                  {[rowHeading, ...series].map((heading) => (
                    <th key={heading} scope="col" className="py-2 text-start font-semibold">
                      {heading}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ label, values }) => (
                  <tr key={label} className="border-b border-line">
                    <th scope="row" className="py-1.5 text-start font-normal">
                      {label}
                    </th>
                    {values.map((value, n) => (
                      <td key={series[n]} className="py-1.5">
                        {number.format(value)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </div>
      )}
    </section>
  );
}

/** Rounds up to the next of 1, 2, 4, 6, 8, 10, 20, 40, ..., where an axis can end. */
function roundUp(value: number): number {
  if (value === 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 6, 8, 10].map((step) => step * power).find((step) => step >= value) as number;
}
