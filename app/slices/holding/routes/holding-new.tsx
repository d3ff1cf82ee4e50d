import { Form, href, useFetcher, useLocation } from "react-router";
import { dbContext } from "#app/context.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { useFormResult } from "#app/core/forms/use-form-result.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EmptyList } from "#app/core/lists/empty-list.tsx";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import { SearchForm } from "#app/core/lists/search/search-form.tsx";
import { useLoadMore } from "#app/core/lists/use-load-more.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { BookGrid } from "#app/slices/book/book-grid.tsx";
import { readCatalogue } from "#app/slices/book/catalogue.server.ts";
import { putSchema } from "#app/slices/holding/holding.schema.ts";
import { isOnShelf, putOnShelf } from "#app/slices/holding/holding.server.ts";
import { holdings } from "#app/slices/holding/holdings.table.ts";
import { PUT_FORM, PutButton } from "#app/slices/holding/put-button.tsx";
import { readOrganisation, requirePermissionIn } from "#app/slices/organisation/membership.server.ts";
import { writableRowsIn } from "#app/slices/organisation/writable-rows.server.ts";
import type { Route } from "./+types/holding-new.ts";

/** The catalogue, from which members add books to the shelf. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const term = url.searchParams.get("searchTerm")?.trim() ?? "";
  const after = url.searchParams.get("after");
  const { membership, result: found } = await readOrganisation({ context, url, params }, (organisationId) =>
    readCatalogue(db, { term, genre: "", sort: null, after }, isOnShelf(organisationId)),
  );
  requirePermissionIn(context, membership, "holding:write");
  return { page: found.page, term };
}

/**
 * Adds a book to the shelf, and redirects to the same page of the catalogue, so that the member can add the next book.
 */
export async function action({ request, context, url, params }: Route.ActionArgs) {
  const form = await parseForm(request, context, putSchema);
  if (!form.ok) return rejectForm(form);
  const { own, membership, actor } = await writableRowsIn(context, holdings, params.slug, "holding:write");
  const { userId } = membership;
  const put = await tryWrite(context, "common:saveFailed", () =>
    putOnShelf(context.get(dbContext), own, { id: crypto.randomUUID(), ...form.value, userId }, actor),
  );
  if (!put.ok) return rejectForm(form, put);
  const here = href("/app/o/:slug/holdings/new", params) + url.search;
  return redirectWithMessage(context, here, "holding:success.created");
}

export default function NewHolding({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key, search } = useLocation();
  const { page, term } = loaderData;
  const here = href("/app/o/:slug/holdings/new", { slug: params.slug });
  const shelf = href("/app/o/:slug/holdings", { slug: params.slug });
  const form = useFormResult(actionData, undefined);
  return (
    <>
      <PageTitle title={t("holding:new")} />
      <div className="mb-6">
        <BackLink to={shelf}>{t("holding:list.title")}</BackLink>
      </div>
      <h1 className="mb-6 font-serif text-4xl font-semibold">{t("holding:new")}</h1>
      <div className="mb-6">
        <SearchForm term={term} action={here} />
      </div>
      <Form id={PUT_FORM} method="post" action={here + search} replace preventScrollReset>
        <FieldErrors id={form.errorId} errors={form.errors} />
      </Form>
      {page.items.length === 0 && page.next === null ? (
        <EmptyList term={term} empty={t("book:list.empty")} clearTo={here} />
      ) : (
        <Catalogue key={key} first={loaderData} />
      )}
    </>
  );
}

function Catalogue({ first }: { first: Route.ComponentProps["loaderData"] }) {
  const { key } = useLocation();
  const fetcher = useFetcher<typeof loader>({ key });
  const { list, items, isReloading, more } = useLoadMore(first.page, fetcher, ({ page }) => page);
  return (
    <>
      <BookGrid ref={list} books={items} isBusy={isReloading} Part={PutButton} />
      <LoadMore {...more} />
    </>
  );
}
