import { Link } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { useMayOpen } from "./may-open.ts";

interface Fact {
  term: string;
  value: string | null | undefined;
  /** A path that the value links to, for readers who may open it. */
  to?: string | undefined;
}

/** A list of terms and their values. A null or empty value is marked as unknown, and an undefined one is left out. */
export function FactList({ facts }: { facts: Fact[] }) {
  const shown = facts.filter(({ value }) => value !== undefined);
  return (
    <dl className="divide-y divide-line border-y border-line">
      {shown.map((fact) => (
        <div key={fact.term} className="flex flex-wrap gap-x-4 py-3">
          <dt className="w-32 text-quiet">{fact.term}</dt>
          <dd className="min-w-0 flex-1 break-words whitespace-pre-line">
            <Value {...fact} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ value, to }: Fact) {
  const { t } = useI18n();
  const mayOpen = useMayOpen();
  if (!value) return <span className="text-quiet">{t("unknown")}</span>;
  if (to === undefined || !mayOpen(to)) return <bdi>{value}</bdi>;
  return (
    <Link
      to={to}
      className="-my-2.5 inline-block max-w-full py-2.5 wrap-anywhere text-accent underline-offset-4 hover:underline"
    >
      <bdi>{value}</bdi>
    </Link>
  );
}
