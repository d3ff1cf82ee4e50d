import { href, Link } from "react-router";
import { auditLabel } from "#app/audit-actions.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { LoadMore } from "#app/lists/load-more.tsx";
import type { Page } from "#app/lists/page.ts";
import { type PageFetcher, useLoadMore } from "#app/lists/use-load-more.ts";
import type { AuditEntry } from "./audit-list.server.ts";

/** An entry as the page shows it, with its time and the reason for a refusal in words. */
interface ShownEntry extends Omit<AuditEntry, "at" | "code"> {
  at: string;
  refusal: string | null;
}

/** The entries of the audit log. Each actor links to their own entries. */
export function AuditRows({
  first,
  fetcher,
}: {
  first: Page<ShownEntry>;
  /** Loads more pages: `useFetcher<typeof loader>({ key })`. */
  fetcher: PageFetcher<{ page: Page<ShownEntry> }>;
}) {
  const { t } = useI18n();
  const { list, items, more } = useLoadMore(first, fetcher, ({ page }) => page);
  return (
    <>
      <ul ref={list} className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
        {items.map((entry) => (
          <li key={entry.id} className="flex flex-wrap gap-x-6 gap-y-1 px-4 py-3">
            <div className="min-w-0 flex-1 basis-72">
              <p className="wrap-anywhere">
                <Actor entry={entry} /> <span className="font-medium">{t(auditLabel(entry.action))}</span>
                {entry.subjectLabel && entry.subjectId !== entry.actorId && (
                  <>
                    {" · "}
                    <bdi>{entry.subjectLabel}</bdi>
                  </>
                )}
              </p>
              {entry.refusal && <p className="text-sm text-danger">{entry.refusal}</p>}
              {entry.count > 1 && (
                <p className="text-sm text-quiet">{t("audit:count", { count: entry.count })}</p>
              )}
            </div>
            <div className="text-sm text-quiet">
              <p>{entry.at}</p>
              <p className="font-mono text-xs break-all">
                <bdi>{t("audit:request", { id: entry.requestId })}</bdi>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <LoadMore {...more} />
    </>
  );
}

function Actor({ entry }: { entry: ShownEntry }) {
  const { t } = useI18n();
  const { actorId, actorLabel, asUserLabel } = entry;
  if (!actorId || !actorLabel) return <span className="text-quiet">{t("audit:system")}</span>;
  return (
    <Link
      to={`${href("/manager/audit")}?${new URLSearchParams({ person: actorId })}`}
      className="text-accent underline-offset-4 hover:underline"
    >
      <bdi>{asUserLabel ? t("audit:actorAs", { actor: actorLabel, user: asUserLabel }) : actorLabel}</bdi>
    </Link>
  );
}
