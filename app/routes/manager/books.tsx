import { data, href, Link, useFetcher, useLocation } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { listAndCountBooks, searchBooks, titleKeys } from "#app/features/book/book.server.ts";
import { findGenre } from "#app/features/genre/genre.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { FROM_LIST } from "#app/lists/back-link.tsx";
import { parseCursor, rowKeys } from "#app/lists/cursor.ts";
import { ListHeading } from "#app/lists/list-heading.tsx";
import { NoResults } from "#app/lists/no-results.tsx";
import { ResultList } from "#app/lists/result-list.tsx";
import { SearchForm } from "#app/lists/search-form.tsx";
import { requirePermissionInParallel } from "#app/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { Badge } from "#app/ui/badge.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/books.ts";

export const middleware = [requirePermissionInParallel("book:list")];

export async function loader({ url, context }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const term = url.searchParams.get("searchTerm")?.trim() ?? "";
  const after = url.searchParams.get("after");
  const genreId = url.searchParams.get("genre") ?? undefined;
  const [list, genre] = await Promise.all([
    term
      ? searchBooks(db, term, parseCursor(after, rowKeys))
      : listAndCountBooks(db, parseCursor(after, titleKeys), genreId),
    genreId && !term ? findGenre(db, genreId) : null,
  ]);
  const { role } = await context.get(viewerContext);
  if (genreId && !term && !genre) throw data(null, { status: 404 });
  return { ...list, isFirst: after === null, term, genre, mayCreate: can(role, "book:create") };
}

export default function Books({
  loaderData: { page, isFirst, total, term, genre, mayCreate },
}: Route.ComponentProps) {
  const { t } = useI18n();
  const { key } = useLocation();
  const fetcher = useFetcher<typeof loader>({ key });
  const here = href("/manager/books");
  return (
    <>
      <PageTitle title={t("book:list.title")} />
      <ListHeading
        title={t("book:list.title")}
        add={mayCreate ? { to: href("/manager/books/new"), label: t("book:manager.new") } : null}
      />
      <SearchForm term={term} action={here} />
      {genre && (
        <p className="mt-4 flex flex-wrap items-center gap-3">
          <span className="text-quiet">{t("book:fields.genreId")}</span>
          <Badge tone="accent">{genre.name}</Badge>
          <Link to={here} className="py-2 text-accent underline underline-offset-4">
            {t("book:list.clearFilter")}
          </Link>
        </p>
      )}
      {page.items.length === 0 ? (
        <NoResults term={term} empty={t("book:list.empty")} clearTo={here} />
      ) : (
        <ResultList key={key} first={page} fetcher={fetcher} isFirst={isFirst} term={term} total={total}>
          {({ id, title, author }) => (
            <>
              <Link
                to={href("/manager/books/:id", { id })}
                state={FROM_LIST}
                dir="auto"
                className="match-parent block font-medium break-words stretched-link"
              >
                {title}
              </Link>
              {author && <p className="text-sm break-words text-quiet">{t("book:byAuthor", { author })}</p>}
            </>
          )}
        </ResultList>
      )}
    </>
  );
}
