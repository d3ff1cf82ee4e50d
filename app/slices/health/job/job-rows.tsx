import { Form } from "react-router";
import type { FormattedTime } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import type { Page } from "#app/core/lists/page.ts";
import { type PageFetcher, useLoadMore } from "#app/core/lists/use-load-more.ts";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { Moment } from "#app/core/ui/moment.tsx";

/** A job in the reader's language, for the page. */
interface ShownJob {
  id: string;
  /** The label of the job's kind. */
  kind: string;
  lane: string | null;
  attempts: number;
  /** The name of the last attempt's error. */
  error: string | null;
  created: FormattedTime;
  /** The time of the next attempt; null if the job was given up. */
  next: FormattedTime | null;
  givenUp: FormattedTime | null;
}

/** Jobs, each with its error and the actions for it. */
export function JobRows({
  first,
  fetcher,
  mayUpdate,
  dropLink,
}: {
  first: Page<ShownJob>;
  /** Loads more pages: `usePageFetcher<typeof loader>()`. */
  fetcher: PageFetcher<{ page: Page<ShownJob> }>;
  mayUpdate: boolean;
  /** The URL that opens the confirmation before a job is dropped. */
  dropLink: (id: string) => string;
}) {
  const { list, items, isReloading, more } = useLoadMore<
    ShownJob,
    { page: Page<ShownJob> },
    HTMLUListElement
  >(first, fetcher, ({ page }) => page);
  return (
    <>
      <ul
        ref={list}
        aria-busy={isReloading}
        className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet aria-busy:opacity-60"
      >
        {items.map((job) => (
          <li key={job.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
            <Job job={job} />
            {mayUpdate && (
              <div className="flex flex-wrap gap-2">
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="id" value={job.id} />
                  <SubmitButton variant="secondary" intent="retry">
                    <About label="retry" job={job} />
                  </SubmitButton>
                </Form>
                <ButtonLink variant="quiet" to={dropLink(job.id)} preventScrollReset>
                  <About label="drop" job={job} />
                </ButtonLink>
              </div>
            )}
          </li>
        ))}
      </ul>
      <LoadMore {...more} />
    </>
  );
}

/** The label of a button, with the job's name for screen reader users who reach it outside its row. */
function About({ label, job }: { label: "retry" | "drop"; job: ShownJob }) {
  const { t } = useI18n();
  return (
    <>
      <span>{t(`health:jobs.${label}`)}</span>
      <span className="sr-only">{` ${job.kind} ${job.lane ?? ""}`}</span>
    </>
  );
}

function Job({ job: { id, kind, lane, attempts, error, created, next, givenUp } }: { job: ShownJob }) {
  const { t } = useI18n();
  return (
    <div className="min-w-0 flex-1 basis-80">
      <p className="font-medium">
        <span>{kind}</span>
        {lane && (
          <>
            <span className="text-quiet">{" · "}</span>
            <bdi className="font-normal wrap-anywhere">{lane}</bdi>
          </>
        )}
      </p>
      <p className="text-sm text-quiet">
        <Moment time={created}>{(distance) => t("health:jobs.added", { distance })}</Moment>
        <span>{" · "}</span>
        {givenUp && (
          <Moment time={givenUp}>
            {(distance) => t("health:jobs.givenUp", { distance, count: attempts })}
          </Moment>
        )}
        {next && (
          <Moment time={next}>{(distance) => t("health:jobs.tried", { distance, count: attempts })}</Moment>
        )}
      </p>
      {error && (
        <p className="mt-1 text-sm">
          <bdi className="font-mono text-danger">{error}</bdi>
          <span className="text-quiet">{` · ${t("health:jobs.inLog")} `}</span>
          <bdi className="inline-block font-mono text-xs wrap-anywhere text-quiet">{id}</bdi>
        </p>
      )}
    </div>
  );
}
