import type { ReactNode } from "react";
import { href, Link, useFetcher, useLocation, useOutletContext } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { rowsOfOwner } from "#app/core/db/owned.ts";
import { invalidForm, parseForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { numberFormat } from "#app/core/i18n/formats.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Choices } from "#app/core/lists/choices.tsx";
import { useListStatus } from "#app/core/lists/list-status.tsx";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import { SearchForm } from "#app/core/lists/search/search-form.tsx";
import { listSearch } from "#app/core/lists/selection/selected-rows.ts";
import { useLoadMore } from "#app/core/lists/use-load-more.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import { useMayOpen } from "#app/core/ui/may-open.ts";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { withCovers } from "#app/slices/book/cover/sent-covers.server.ts";
import { putSchema } from "#app/slices/shelf/reading.schema.ts";
import {
  countReadings,
  listReadings,
  putOnShelf,
  searchShelf,
  shelfOf,
} from "#app/slices/shelf/reading.server.ts";
import { ReadingGrid } from "#app/slices/shelf/reading-grid.tsx";
import { isReadingState, READING_STATES, type ReadingState } from "#app/slices/shelf/reading-states.ts";
import { readings } from "#app/slices/shelf/readings.table.ts";
import type { Route } from "./+types/shelf.ts";

export const middleware = [requirePermissionInParallel("reading:own")];

export async function loader({ url, context }: Route.LoaderArgs) {
  const asked = url.searchParams.get("state");
  const state = isReadingState(asked) ? asked : "reading";
  const term = url.searchParams.get("searchTerm")?.trim() ?? "";
  const cursor = url.searchParams.get("after");
  const order = { sort: url.searchParams.get("sort"), cursor };
  const db = context.get(dbContext);
  const [counts, { page, sort }] = await readOwn(context, (owner) =>
    Promise.all([
      countReadings(db, owner),
      term
        ? searchShelf(db, owner, term, cursor).then((page) => ({ page, sort: null }))
        : listReadings(db, rowsOfOwner(readings, owner), state, order),
    ]),
  );
  return {
    counts,
    page: { ...page, items: await withCovers(context, page.items) },
    sort,
    state,
    term,
  };
}

/**
 * Adds a book to the shelf, and redirects to the page of the book, or to the list with the form. If the book was
 * already there, but the form did not show that, it redirects to the page that shows the book's state.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { id } = authorize(context, await context.get(viewerContext), "reading:own");
  const form = await parseForm(request, context, putSchema);
  if (!form.ok) throw await invalidForm(form);
  const actor = await currentActor(context);
  const put = await tryWrite(context, "common:saveFailed", () =>
    putOnShelf(context.get(dbContext), shelfOf(id), form.value, actor),
  );
  const { bookId, list, unseen } = form.value;
  const isThere = put.ok && put.repeated === true && (unseen || list !== undefined);
  const bookPage = isThere ? href("/app/shelf/:id", { id: put.id }) : href("/app/books/:id", { id: bookId });
  const page = list === undefined ? bookPage : href("/app/books") + listSearch(list);
  return redirectWithMessage(
    context,
    page,
    put.ok ? (isThere ? "reading:success.there" : "reading:success.put") : put,
  );
}

export default function Shelf({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useI18n();
  const { key } = useLocation();
  // The links from the layout around this page, if there is one.
  const actions = useOutletContext<ReactNode>();
  const { counts, state: shown, sort, term, page } = loaderData;
  const number = numberFormat(i18n.language);
  const hasBooks = READING_STATES.some((state) => counts[state] > 0);
  const isEmpty = page.items.length === 0 && page.next === null;
  const linkTo = (changed: Record<string, string>) =>
    `${href("/app/shelf")}?${new URLSearchParams({ state: shown, ...(sort && { sort }), ...changed })}`;
  const orders = [
    { order: "-updated", label: t("reading:orders.updated") },
    { order: "title", label: t("reading:orders.title") },
  ].map(({ order, label }) => ({ to: linkTo({ sort: order }), label, isCurrent: order === sort }));
  return (
    <>
      <PageTitle title={t("reading:title")} />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-serif text-4xl font-semibold">{t("reading:title")}</h1>
        {actions}
      </div>
      {(term !== "" || hasBooks) && (
        <div className="mb-4">
          <SearchForm term={term} action={href("/app/shelf")}>
            {/* The tab to which clearing the search returns. */}
            <input type="hidden" name="state" value={shown} />
          </SearchForm>
        </div>
      )}
      <nav aria-label={t("reading:fields.state")} className="mb-2 border-b border-line">
        <ul className="flex flex-wrap gap-x-6">
          {READING_STATES.map((state) => (
            <li key={state}>
              <Choice to={linkTo({ state })} isCurrent={term === "" && state === shown}>
                <span>{t(`shelf:${state}`)}</span>
                <span className="ms-1.5 text-sm font-normal tabular-nums">
                  {number.format(counts[state])}
                </span>
              </Choice>
            </li>
          ))}
        </ul>
      </nav>
      {isEmpty && (term === "" ? <EmptyShelf state={shown} /> : <NothingFound clearTo={linkTo({})} />)}
      {!isEmpty && (
        <>
          {sort && <Choices label={t("reading:order")} choices={orders} />}
          <ReadingList key={key} list={loaderData} />
        </>
      )}
      <div className="mt-12 flex flex-wrap gap-3 border-t border-line pt-6 print:hidden">
        <ButtonLink variant="secondary" to={href("/app/shelf/import")}>
          <Icon name="upload" className="size-4" />
          <span>{t("reading:import.link")}</span>
        </ButtonLink>
        {hasBooks && (
          <ButtonLink variant="secondary" to={href("/app/shelf/export")} reloadDocument discover="none">
            <Icon name="download" className="size-4" />
            <span>{t("manager:list.export")}</span>
          </ButtonLink>
        )}
      </div>
    </>
  );
}

function EmptyShelf({ state }: { state: ReadingState }) {
  const { t } = useI18n();
  const mayOpen = useMayOpen();
  return (
    <EmptyState title={t(`reading:empty.${state}`)} description={t("reading:emptyDescription")}>
      {mayOpen(href("/app/books")) && (
        <ButtonLink variant="secondary" to={href("/app/books")}>
          {t("reading:browse")}
        </ButtonLink>
      )}
    </EmptyState>
  );
}

function NothingFound({ clearTo }: { clearTo: string }) {
  const { t } = useI18n();
  useListStatus(t("noResults"));
  return (
    <EmptyState title={t("noResults")} description={t("reading:searched")}>
      <ButtonLink variant="secondary" to={clearTo}>
        {t("clearSearch")}
      </ButtonLink>
    </EmptyState>
  );
}

function Choice({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? "page" : undefined}
      className="inline-flex min-h-11 items-center border-b-2 border-transparent text-quiet hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
    >
      {children}
    </Link>
  );
}

function ReadingList({ list: first }: { list: Route.ComponentProps["loaderData"] }) {
  const { t } = useI18n();
  const { key } = useLocation();
  const fetcher = useFetcher<typeof loader>({ key });
  const { list, items, isReloading, more } = useLoadMore(first.page, fetcher, ({ page }) => page);
  useListStatus(t("book:list.shown", { count: items.length }));
  return (
    <>
      {first.term !== "" && <p className="mt-4 mb-6 text-sm text-quiet">{t("reading:searched")}</p>}
      <ReadingGrid ref={list} readings={items} isBusy={isReloading} showsState={first.term !== ""} />
      <LoadMore {...more} />
    </>
  );
}
