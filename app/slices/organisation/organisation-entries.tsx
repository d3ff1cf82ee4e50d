import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { LIST_STATUS, useListStatus } from "#app/core/lists/list-status.tsx";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import type { Page } from "#app/core/lists/page.ts";
import { type PageFetcher, useLoadMore } from "#app/core/lists/use-load-more.ts";
import { Moment } from "#app/core/ui/moment.tsx";
import type { OrganisationEntry } from "./organisation-audit.server.ts";

type Loaded = { page: Page<OrganisationEntry> };

/** The entries of an organisation's audit log. */
export function OrganisationEntries({
  first,
  fetcher,
}: {
  first: Page<OrganisationEntry>;
  /** Loads more pages: `usePageFetcher<typeof loader>()`. */
  fetcher: PageFetcher<Loaded>;
}) {
  const { t } = useI18n();
  const { list, items, more } = useLoadMore<OrganisationEntry, Loaded>(first, fetcher, ({ page }) => page);
  useListStatus(t("organisation:audit.shown", { count: items.length }));
  return (
    <>
      {LIST_STATUS}
      <ul ref={list} className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
        {items.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <LoadMore {...more} />
    </>
  );
}

/**
 * Reads as a sentence: the action, its subject, the actor and the time. Focus moves to the first of the newly loaded
 * entries.
 */
function Entry({ entry: { at, exact, what, who, token, about, changes } }: { entry: OrganisationEntry }) {
  const { t } = useI18n();
  return (
    <li tabIndex={-1} className="px-5 py-3 outline-none">
      <p className="flex flex-wrap gap-x-3 wrap-anywhere">
        <span className="font-medium">{what}</span>
        {about !== null && <bdi className="min-w-0">{about}</bdi>}
      </p>
      {changes.map(({ field, from, to }) => (
        <p key={field} className="text-sm wrap-anywhere">
          <span>{`${field} · `}</span>
          <bdi>{to ?? t("none")}</bdi>
          {from !== null && (
            <span className="text-quiet">
              <span>{` · ${t("organisation:audit.before")} `}</span>
              <bdi>{from}</bdi>
            </span>
          )}
        </p>
      ))}
      <p className="flex flex-wrap gap-x-3 text-sm text-quiet">
        <bdi className="wrap-anywhere">{who}</bdi>
        {token !== null && <span>{t("organisation:audit.withToken", { name: token })}</span>}
        <span title={exact}>
          <Moment time={at} />
        </span>
      </p>
    </li>
  );
}
