import { data, Link, useFetcher, useLocation } from "react-router";
import { dbContext, platformContext, settingsContext } from "#app/context.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { useListStatus } from "#app/core/lists/list-status.tsx";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import { useLoadMore } from "#app/core/lists/use-load-more.ts";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { LinkedPage } from "#app/identity/link/linked-page.tsx";
import { BookDetails } from "#app/slices/book/book-details.tsx";
import { withCover, withCovers } from "#app/slices/book/cover/sent-covers.server.ts";
import { findShared, sharedShelf } from "#app/slices/share/share.server.ts";
import { isShareLink } from "#app/slices/share/share-link.server.ts";
import { listReadings } from "#app/slices/shelf/reading.server.ts";
import { ReadingGrid } from "#app/slices/shelf/reading-grid.tsx";
import { isReadingState, READING_STATES } from "#app/slices/shelf/reading-states.ts";
import type { Route } from "./+types/shared.ts";

/**
 * The shared book or shelf, without notes, for anyone who has the link. A link that is no longer shared gets the same
 * response as one that never existed.
 */
export async function loader({ url, context, params }: Route.LoaderArgs) {
  const asked = url.searchParams.get("state");
  const state = isReadingState(asked) ? asked : "reading";
  const order = { sort: null, cursor: url.searchParams.get("after") };
  if (!(await isShareLink(context.get(settingsContext), params.id, url))) return data(null, { status: 404 });
  const db = context.get(dbContext);
  const [shared, { page }] = await Promise.all([
    findShared(db, params.id, context.get(platformContext).now),
    listReadings(db, sharedShelf(db, params.id), state, order),
  ]);
  if (!shared) return data(null, { status: 404 });
  const book = shared.book && (await withCover(context, shared.book));
  const items = await withCovers(context, page.items);
  return data({ by: shared.owner, row: { book, state, page: { ...page, items } } });
}

export default function Shared({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <LinkedPage linked={loaderData} title={({ book }, name) => book?.title ?? t("share:shelfOf", { name })}>
      {({ book, ...shelf }, name) =>
        book ? <BookDetails book={book} /> : <SharedShelf shared={shelf} name={name} />
      }
    </LinkedPage>
  );
}

type Shelf = Pick<NonNullable<Route.ComponentProps["loaderData"]>["row"], "state" | "page">;

function SharedShelf({ shared, name }: { shared: Shelf; name: string }) {
  const { t } = useI18n();
  const { key, search } = useLocation();
  const linkTo = (state: string) => {
    const proof = new URLSearchParams(search).get("proof") ?? "";
    return { search: `?${new URLSearchParams({ proof, state })}` };
  };
  return (
    <>
      <h1 className="mb-6 font-serif text-3xl font-semibold text-balance break-words sm:text-4xl">
        {t("share:shelfOf", { name })}
      </h1>
      <nav aria-label={t("reading:fields.state")} className="mb-6 border-b border-line">
        <ul className="flex flex-wrap gap-x-6">
          {READING_STATES.map((state) => (
            <li key={state}>
              <Link
                to={linkTo(state)}
                aria-current={state === shared.state ? "page" : undefined}
                className="inline-flex min-h-11 items-center border-b-2 border-transparent text-quiet hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
              >
                {t(`shelf:${state}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {shared.page.items.length === 0 && shared.page.next === null ? (
        <EmptyState title={t("share:noBooks")} />
      ) : (
        <List key={key} first={shared.page} />
      )}
    </>
  );
}

function List({ first }: { first: Shelf["page"] }) {
  const { t } = useI18n();
  const { key } = useLocation();
  const fetcher = useFetcher<typeof loader>({ key });
  const { list, items, isReloading, more } = useLoadMore(
    first,
    fetcher,
    (shared) => shared?.row.page ?? first,
  );
  useListStatus(t("book:list.shown", { count: items.length }));
  return (
    <>
      <ReadingGrid ref={list} readings={items} isBusy={isReloading} isShared />
      <LoadMore {...more} />
    </>
  );
}
