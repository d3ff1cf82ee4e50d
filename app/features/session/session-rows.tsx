import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { LoadMore } from "#app/lists/load-more.tsx";
import type { Page } from "#app/lists/page.ts";
import { type PageFetcher, useLoadMore } from "#app/lists/use-load-more.ts";
import { Badge } from "#app/ui/badge.tsx";
import { SubmitButton } from "#app/ui/button.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { showToast } from "#app/ui/toast-store.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { IN_PLACE, type RevokedInPlace } from "./revoked-in-place.ts";
import type { SessionRow } from "./session-row.server.ts";

/**
 * The sessions of a user, each with a button to end it. The form posts to the current page. With script, the row of a
 * session that has ended stays where it is until the next visit, so that no other row moves under the pointer.
 */
export function SessionRows({
  first,
  fetcher,
  mayRevoke,
}: {
  first: Page<SessionRow>;
  /** Loads more pages: `useFetcher<typeof loader>({ key })`. */
  fetcher: PageFetcher<{ sessions: Page<SessionRow> | null }>;
  mayRevoke: boolean;
}) {
  const { list, items, more } = useLoadMore(first, fetcher, ({ sessions }) => sessions);
  const rows = useRowsInPlace(items);
  const [ended, setEnded] = useState<string[]>([]);
  return (
    <>
      <ul ref={list} className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            mayRevoke={mayRevoke}
            hasEnded={ended.includes(row.id) || !items.some(({ id }) => id === row.id)}
            onEnd={() => setEnded((others) => [...others, row.id])}
          />
        ))}
      </ul>
      <LoadMore {...more} />
    </>
  );
}

/** The rows in the order in which they first appeared, also those that the server no longer has. */
function useRowsInPlace(items: SessionRow[]): SessionRow[] {
  const [rows, setRows] = useState(items);
  const isNew = (item: SessionRow) => !rows.some(({ id }) => id === item.id);
  if (items.some(isNew)) setRows([...rows, ...items.filter(isNew)]);
  return rows.map((row) => items.find(({ id }) => id === row.id) ?? row);
}

function Row({
  row: { id, device, country, updated, expires, current },
  mayRevoke,
  hasEnded,
  onEnd,
}: {
  row: SessionRow;
  mayRevoke: boolean;
  hasEnded: boolean;
  onEnd: () => void;
}) {
  const { t } = useI18n();
  const name = device ? t("session:device", device) : t("session:unknownDevice");
  return (
    <li className="flex min-h-17 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className={`min-w-0 flex-1 basis-56 ${hasEnded ? "opacity-60" : ""}`}>
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi className={hasEnded ? "line-through" : undefined}>{name}</bdi>
          {current && <Badge tone="accent">{t("session:current")}</Badge>}
        </p>
        <p className="text-sm text-quiet">
          {country && `${country} · `}
          <Moment time={updated}>{(time) => t("session:updatedAt", { time })}</Moment> ·{" "}
          <Moment time={expires}>{(time) => t("session:expiresAt", { time })}</Moment>
        </p>
      </div>
      {hasEnded && <p className="text-quiet">{t("session:ended")}</p>}
      {mayRevoke && !current && !hasEnded && <RevokeForm sessionId={id} name={name} onEnd={onEnd} />}
    </li>
  );
}

/** Ends a session, and leaves the focus on the next button. */
function RevokeForm({ sessionId, name, onEnd }: { sessionId: string; name: string; onEnd: () => void }) {
  const { t } = useI18n();
  const isHydrated = useHydrated();
  const fetcher = useFetcher<RevokedInPlace>();
  const form = useRef<HTMLFormElement>(null);
  const revoked = fetcher.data?.revoked === sessionId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer comes
  useEffect(() => {
    if (!revoked) return;
    showToast("success", t("session:success.revoked"));
    if (form.current?.contains(document.activeElement)) focusAfter(form.current);
    onEnd();
  }, [revoked]);
  return (
    <fetcher.Form method="post" ref={form}>
      <input type="hidden" name="sessionId" value={sessionId} />
      {isHydrated && <input type="hidden" name={IN_PLACE} value="on" />}
      <SubmitButton variant="secondary" intent="revoke-session" isPending={fetcher.state !== "idle"}>
        {t("session:revoke")} <bdi className="sr-only">{name}</bdi>
      </SubmitButton>
    </fetcher.Form>
  );
}

/** Focuses the button of the next row; without one, the heading of the page. */
function focusAfter(form: HTMLFormElement): void {
  let row = form.closest("li")?.nextElementSibling;
  while (row && !row.querySelector("button")) row = row.nextElementSibling;
  const heading = document.querySelector<HTMLElement>("main h1");
  if (heading) heading.tabIndex = -1;
  const target = row?.querySelector("button") ?? heading;
  target?.focus({ preventScroll: true });
}
