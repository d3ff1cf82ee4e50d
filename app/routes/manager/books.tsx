import { href, Link, useLocation } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { can } from "#app/features/auth/permissions.ts";
import { listAndCountBooks, searchBooks } from "#app/features/book/book.server.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { parseCursor, rowKeys, titleKeys } from "#app/lib/cursor.ts";
import { requirePermission } from "#app/middleware/guards.ts";
import { ListHeading } from "#app/ui/list-heading.tsx";
import { NoResults } from "#app/ui/no-results.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { ResultList } from "#app/ui/result-list.tsx";
import { SearchForm } from "#app/ui/search-form.tsx";
import type { Route } from "./+types/books.ts";

export const middleware = [requirePermission("book:list")];

export async function loader({ url, context }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const term = url.searchParams.get("searchTerm")?.trim() ?? "";
  const after = url.searchParams.get("after");
  const genreId = url.searchParams.get("genre") ?? undefined;
  const list = term
    ? await searchBooks(db, term, parseCursor(after, rowKeys))
    : await listAndCountBooks(db, parseCursor(after, titleKeys), genreId);
  const { role } = await context.get(viewerContext);
  return { ...list, term, mayCreate: can(role, "book:create") };
}

export default function Books({ loaderData: { page, total, term, mayCreate } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { key } = useLocation();
  const here = href("/manager/books");
  return (
    <>
      <PageTitle title={t("book:list.title")} />
      <ListHeading
        title={t("book:list.title")}
        add={mayCreate ? { to: href("/manager/books/new"), label: t("book:manager.new") } : null}
      />
      <SearchForm term={term} action={here} />
      {page.items.length === 0 ? (
        <NoResults term={term} empty={t("book:list.empty")} clearTo={here} />
      ) : (
        <ResultList key={key} first={page} term={term} total={total} loadFailed={t("book:list.loadFailed")}>
          {({ id, title, author }) => (
            <>
              <Link
                to={href("/manager/books/:id", { id })}
                dir="auto"
                className="match-parent block font-medium break-words after:absolute after:inset-0"
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
