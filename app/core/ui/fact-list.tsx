import { useI18n } from "#app/core/i18n/use-i18n.ts";

/** A list of terms and their values. A value that is null or empty is marked as unknown, and one that is undefined is left out. */
export function FactList({ facts }: { facts: { term: string; value: string | null | undefined }[] }) {
  const { t } = useI18n();
  const shown = facts.filter(({ value }) => value !== undefined);
  return (
    <dl className="divide-y divide-line border-y border-line">
      {shown.map(({ term, value }) => (
        <div key={term} className="flex flex-wrap gap-x-4 py-3">
          <dt className="w-28 text-quiet">{term}</dt>
          <dd className="min-w-0 flex-1 break-words whitespace-pre-line">
            {!value ? <span className="text-quiet">{t("unknown")}</span> : <bdi>{value}</bdi>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
