import { numberFormat } from "#app/core/i18n/formats.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";

/** A total, with a link to its list if the reader may see it. */
export interface Total {
  label: string;
  value: number;
  /** The change of the total this month, formatted; null if there is none. */
  change: string | null;
  to: string | null;
}

/** The totals at the top of the dashboard. */
export function Totals({ totals }: { totals: Total[] }) {
  const { t, i18n } = useI18n();
  const number = numberFormat(i18n.language);
  return (
    <section aria-label={t("dashboard:counts")}>
      <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        {totals.map(({ label, value, change, to }) => (
          <div
            key={label}
            className="relative flex flex-col-reverse justify-end rounded-xl border border-line bg-sheet p-5 has-[a:hover]:bg-accent-soft"
          >
            <dt className="text-quiet">{to ? <StretchedLink to={to}>{label}</StretchedLink> : label}</dt>
            {change && <dd className="order-first text-sm text-quiet">{change}</dd>}
            <dd className="font-serif text-4xl font-semibold tabular-nums">{number.format(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
