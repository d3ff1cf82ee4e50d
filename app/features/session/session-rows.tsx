import { Form } from "react-router";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { LoadMore } from "#app/lists/load-more.tsx";
import type { Page } from "#app/lists/page.ts";
import { type PageFetcher, useLoadMore } from "#app/lists/use-load-more.ts";
import { Badge } from "#app/ui/badge.tsx";
import { SubmitButton } from "#app/ui/button.tsx";
import { Moment } from "#app/ui/moment.tsx";
import type { SessionRow } from "./session-row.server.ts";

/** The sessions of a user, each with a button to end it. The form posts to the current page. */
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
  const { t } = useI18n();
  const { list, items, more } = useLoadMore(first, fetcher, ({ sessions }) => sessions);
  return (
    <>
      <ul ref={list} className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
        {items.map(({ id, device, country, updated, expires, current }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-0 flex-1 basis-56">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                <bdi>{device ? t("session:device", device) : t("session:unknownDevice")}</bdi>
                {current && <Badge tone="accent">{t("session:current")}</Badge>}
              </p>
              <p className="text-sm text-quiet">
                {country && `${country} · `}
                <Moment time={updated}>{(time) => t("session:updatedAt", { time })}</Moment> ·{" "}
                <Moment time={expires}>{(time) => t("session:expiresAt", { time })}</Moment>
              </p>
            </div>
            {mayRevoke && !current && (
              <Form method="post">
                <input type="hidden" name="sessionId" value={id} />
                <SubmitButton variant="secondary" intent="revoke-session">
                  {t("session:revoke")}
                </SubmitButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <LoadMore {...more} />
    </>
  );
}
