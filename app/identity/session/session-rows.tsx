import type { ReactNode } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import type { Page } from "#app/core/lists/page.ts";
import { RevokeInPlace, useRowsInPlace } from "#app/core/lists/rows-in-place.tsx";
import { type PageFetcher, useLoadMore } from "#app/core/lists/use-load-more.ts";
import { Badge } from "#app/core/ui/badge.tsx";
import { Moment } from "#app/core/ui/moment.tsx";
import type { SessionRow } from "./session-row.server.ts";

/**
 * The sessions of a user, each with a button to end it. The form posts to the current page. With script, the row of an
 * ended session stays in place until the next visit, so that no other row moves under the pointer.
 */
export function SessionRows({
  first,
  fetcher,
  mayRevoke,
  box,
}: {
  first: Page<SessionRow>;
  /** Loads more pages: `usePageFetcher<typeof loader>()`. */
  fetcher: PageFetcher<{ sessions: Page<SessionRow> | null }>;
  mayRevoke: boolean;
  /** Renders the checkbox that selects a session which can be revoked (lists/selection/selection.tsx). */
  box?: RenderBox;
}) {
  const { list, items, isReloading, more } = useLoadMore(first, fetcher, ({ sessions }) => sessions);
  const { rows, isGone, markGone } = useRowsInPlace(items, more.next === null);
  return (
    <>
      <ul
        ref={list}
        aria-busy={isReloading}
        className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet aria-busy:opacity-60"
      >
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            mayRevoke={mayRevoke}
            box={box}
            hasEnded={isGone(row.id)}
            onEnd={() => markGone(row.id)}
          />
        ))}
      </ul>
      <LoadMore {...more} />
    </>
  );
}

type RenderBox = (row: { id: string; name: string; describedBy: string }) => ReactNode;

function Row({
  row: { id, device, country, updated, expires, current },
  mayRevoke,
  box,
  hasEnded,
  onEnd,
}: {
  row: SessionRow;
  mayRevoke: boolean;
  box: RenderBox | undefined;
  hasEnded: boolean;
  onEnd: () => void;
}) {
  const { t } = useI18n();
  const name = device ? t("session:device", device) : t("session:unknownDevice");
  const mayEnd = mayRevoke && !current && !hasEnded;
  // Several sessions of one browser have the same name. Their times distinguish them.
  const timesId = `times-${id}`;
  return (
    <li className="flex min-h-17 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      {mayEnd && box?.({ id, name, describedBy: timesId })}
      <div className={`min-w-0 flex-1 basis-56 ${hasEnded ? "opacity-60" : ""}`}>
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi className={hasEnded ? "line-through" : undefined}>{name}</bdi>
          {current && <Badge tone="accent">{t("session:current")}</Badge>}
        </p>
        <p id={timesId} className="text-sm text-quiet">
          {country && <span>{`${country} · `}</span>}
          <Moment time={updated}>{(time) => t("session:updatedAt", { time })}</Moment>
          <span>{" · "}</span>
          <Moment time={expires}>{(time) => t("session:expiresAt", { time })}</Moment>
        </p>
      </div>
      {hasEnded && <p className="text-quiet">{t("session:ended")}</p>}
      {mayEnd && (
        <RevokeInPlace
          id={id}
          field="sessionId"
          intent="revoke-session"
          describedBy={timesId}
          done={t("session:revoked")}
          onDone={onEnd}
        >
          <span>{`${t("session:revoke")} `}</span>
          <bdi className="sr-only">{name}</bdi>
        </RevokeInPlace>
      )}
    </li>
  );
}
