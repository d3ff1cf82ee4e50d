import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { TokenFacts } from "#app/slices/api/token/token-facts.tsx";
import type { ShownToken } from "#app/slices/api/token/token-row.server.ts";

/** The keys of an organisation, each with a link that asks whether to revoke it. */
export function KeyRows({ keys }: { keys: ShownToken[] }) {
  const { t } = useI18n();
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
      {keys.map((key) => (
        <li key={key.id} className="flex min-h-17 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-medium">
              <bdi className="wrap-anywhere">{key.name}</bdi>
            </p>
            <TokenFacts token={key} />
          </div>
          <ButtonLink
            variant="secondary"
            to={`?${new URLSearchParams({ confirm: key.id })}`}
            replace
            preventScrollReset
          >
            <span>{`${t("key:revoke.open")} `}</span>
            <bdi className="sr-only">{key.name}</bdi>
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
