import type { TFunction } from "i18next";
import { Form } from "react-router";
import type { ShownTime } from "#app/core/i18n/time-in-words.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import type { Page } from "#app/core/lists/page.ts";
import { type Column, Table } from "#app/core/lists/table.tsx";
import { type PageFetcher, useLoadMore } from "#app/core/lists/use-load-more.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { Moment } from "#app/core/ui/moment.tsx";

/** A job as the page shows it. */
interface ShownJob {
  id: string;
  /** In the reader's words. */
  kind: string;
  lane: string | null;
  attempts: number;
  /** The name of the error of the last try. */
  error: string | null;
  created: ShownTime;
  /** When it is tried next; null if it was given up. */
  next: ShownTime | null;
  givenUp: ShownTime | null;
}

/** Jobs, each with what went wrong and what can be done about it. */
export function JobRows({
  first,
  fetcher,
  mayUpdate,
}: {
  first: Page<ShownJob>;
  /** Loads more pages: `usePageFetcher<typeof loader>()`. */
  fetcher: PageFetcher<{ page: Page<ShownJob> }>;
  mayUpdate: boolean;
}) {
  const { t } = useI18n();
  const { list, items, isReloading, more } = useLoadMore<
    ShownJob,
    { page: Page<ShownJob> },
    HTMLTableSectionElement
  >(first, fetcher, ({ page }) => page);
  return (
    <>
      <Table
        label={t("manager:navigation.jobs")}
        columns={columns(t, mayUpdate)}
        items={items}
        sort={null}
        isBusy={isReloading}
        ref={list}
      />
      <LoadMore {...more} />
    </>
  );
}

const columns = (t: TFunction, mayUpdate: boolean): Column<ShownJob>[] => [
  {
    label: t("job:kind"),
    narrow: "line",
    cell: ({ kind, lane }) => (
      <>
        <span className="font-medium text-ink">{kind}</span>
        {lane && (
          <span className="block text-quiet wrap-anywhere">
            <bdi>{lane}</bdi>
          </span>
        )}
      </>
    ),
  },
  {
    label: t("job:added"),
    narrow: "hidden",
    cell: ({ created }) => <Moment time={created}>{(distance) => distance}</Moment>,
  },
  {
    label: t("job:state"),
    narrow: "line",
    cell: ({ attempts, next, givenUp }) => (
      <>
        {givenUp && <Moment time={givenUp}>{(distance) => t("job:givenUp", { distance })}</Moment>}
        {next && <Moment time={next}>{(distance) => t("job:next", { distance })}</Moment>}
        <span className="block text-quiet">{t("job:tries", { count: attempts })}</span>
      </>
    ),
  },
  {
    label: t("job:error"),
    narrow: "line",
    cell: ({ id, error }) =>
      error && (
        <>
          <bdi className="font-mono text-sm">{error}</bdi>
          <span className="block text-quiet">
            <span>{`${t("job:inLog")} `}</span>
            <bdi className="font-mono text-xs break-all">{id}</bdi>
          </span>
        </>
      ),
  },
  ...(mayUpdate
    ? [
        {
          label: t("job:actions"),
          narrow: "line" as const,
          cell: ({ id, kind }: ShownJob) => (
            <Form method="post" preventScrollReset className="flex flex-wrap gap-2 py-1">
              <input type="hidden" name="id" value={id} />
              <SubmitButton variant="secondary" intent="retry">
                <span>{t("job:retry")}</span>
                <span className="sr-only">{` ${kind}`}</span>
              </SubmitButton>
              <SubmitButton variant="quiet" intent="drop">
                <span>{t("job:drop")}</span>
                <span className="sr-only">{` ${kind}`}</span>
              </SubmitButton>
            </Form>
          ),
        },
      ]
    : []),
];
