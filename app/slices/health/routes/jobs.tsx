import type { TFunction } from "i18next";
import { Form, href, Link, useLocation } from "react-router";
import { dbContext, i18nContext, viewerContext } from "#app/context.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { parseCursor, timeKeys } from "#app/core/lists/cursor.ts";
import { ListHeading } from "#app/core/lists/list-heading.tsx";
import { LIST_STATUS } from "#app/core/lists/list-status.tsx";
import { MAX_RESULTS_COUNTED } from "#app/core/lists/max-results.ts";
import { usePageFetcher } from "#app/core/lists/use-page-fetcher.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { ConfirmDialog } from "#app/core/ui/dialog/confirm-dialog.tsx";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { JOBS } from "#app/jobs.server.ts";
import { can } from "#app/permissions.ts";
import { isJobState, JOB_STATES, jobActionSchema } from "#app/slices/health/job/job.schema.ts";
import { dropJob, retryAllJobs, retryJob } from "#app/slices/health/job/job-actions.server.ts";
import { listJobs } from "#app/slices/health/job/job-list.server.ts";
import { JobRows } from "#app/slices/health/job/job-rows.tsx";
import type { Route } from "./+types/jobs.ts";

export const middleware = [requirePermissionInParallel("health:jobs.list")];

export async function loader({ url, context }: Route.LoaderArgs) {
  const requested = url.searchParams.get("state");
  const state = isJobState(requested) ? requested : JOB_STATES[0];
  const after = parseCursor(url.searchParams.get("after"), timeKeys);
  const { page, counts } = await listJobs(context.get(dbContext), state, after);
  const { role } = await context.get(viewerContext);
  const { t } = context.get(i18nContext);
  const fromNow = timeFromNow(context);
  const items = page.items.map(({ kind, createdAt, nextAttemptAt, givenUpAt, ...job }) => {
    const known = JOBS.find(({ name }) => name === kind);
    return {
      ...job,
      // A later version added the job, or its slice was removed.
      kind: known ? t(known.label) : kind,
      created: fromNow(createdAt),
      next: givenUpAt === null ? fromNow(nextAttemptAt) : null,
      givenUp: givenUpAt === null ? null : fromNow(givenUpAt),
    };
  });
  return {
    page: { ...page, items },
    counts,
    state,
    isFirst: after === null,
    mayUpdate: can(role, "health:jobs.update"),
    /** The id of the job to delete, while the page asks for confirmation; otherwise null. */
    dropping: url.searchParams.get("drop"),
  };
}

/** Restarts a job, or all that were given up, or drops one. */
export async function action({ request, context, url }: Route.ActionArgs) {
  authorize(context, await context.get(viewerContext), "health:jobs.update");
  const form = await parseForm(request, context, jobActionSchema);
  if (!form.ok) return rejectForm(form);
  const { value } = form;
  const db = context.get(dbContext);
  const actor = await currentActor(context);
  const here = href("/manager/jobs") + url.search;
  if (value.intent === "retry-all") {
    const all = await tryWrite(context, "common:saveFailed", () => retryAllJobs(db, actor));
    if (!all.ok) return redirectWithMessage(context, here, all);
    return redirectWithMessage(context, here, "health:success.retriedAll", {
      values: { count: all.count },
    });
  }
  const change = value.intent === "retry" ? retryJob : dropJob;
  const changed = await tryWrite(context, "common:saveFailed", () => change(db, value.id, actor));
  if (!changed.ok) return redirectWithMessage(context, here, changed);
  if (changed.isGone) return redirectWithMessage(context, here, "health:success.gone", { type: "info" });
  const message = value.intent === "retry" ? "health:success.retried" : "health:success.dropped";
  return redirectWithMessage(context, here, message);
}

export default function Jobs({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key } = useLocation();
  const fetcher = usePageFetcher<typeof loader>();
  const { page, counts, state, isFirst, mayUpdate, dropping } = loaderData;
  const here = `${href("/manager/jobs")}?${new URLSearchParams({ state })}`;
  const dropped = page.items.find(({ id }) => id === dropping);
  return (
    <>
      <PageTitle title={t("manager:navigation.jobs")} />
      <ListHeading title={t("manager:navigation.jobs")} add={null}>
        {mayUpdate && state === "failed" && page.items.length > 0 && (
          <Form method="post">
            <SubmitButton variant="secondary" intent="retry-all">
              {t("health:jobs.retryAll")}
            </SubmitButton>
          </Form>
        )}
      </ListHeading>
      <nav aria-label={t("health:jobs.state")} className="mb-6 border-b border-line">
        <ul className="flex flex-wrap gap-x-6">
          {JOB_STATES.map((one) => (
            <li key={one}>
              <Link
                to={`${href("/manager/jobs")}?${new URLSearchParams({ state: one })}`}
                aria-current={one === state ? "page" : undefined}
                className="inline-flex min-h-11 items-center border-b-2 border-transparent text-quiet hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
              >
                {stateInWords(t, one, counts[one])}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {LIST_STATUS}
      {page.items.length === 0 && isFirst ? (
        <EmptyState title={t(`health:jobs.empty.${state}`)} />
      ) : (
        <JobRows
          key={key}
          first={page}
          fetcher={fetcher}
          mayUpdate={mayUpdate}
          dropLink={(id) => `${here}&${new URLSearchParams({ drop: id })}`}
        />
      )}
      <p className="mt-6 max-w-prose text-quiet">{t("health:jobs.description")}</p>
      {mayUpdate && dropping !== null && (
        <ConfirmDialog
          title={t("health:jobs.dropQuestion.title")}
          description={t("health:jobs.dropQuestion.description")}
          here={here}
          intent="drop"
          fields={{ id: dropping }}
          submit={t("health:jobs.drop")}
        >
          {dropped && (
            <p className="mt-2 wrap-anywhere">
              <span>{dropped.kind}</span> <bdi>{dropped.lane}</bdi>
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

const stateInWords = (t: TFunction, state: (typeof JOB_STATES)[number], count: number) =>
  count > MAX_RESULTS_COUNTED
    ? t(`health:jobs.manyOf.${state}`, { limit: MAX_RESULTS_COUNTED })
    : t(`health:jobs.states.${state}`, { count });
