import { href, useLocation } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EmptyList } from "#app/core/lists/empty-list.tsx";
import { ListHeading } from "#app/core/lists/list-heading.tsx";
import { fromList } from "#app/core/lists/list-place.ts";
import { Table } from "#app/core/lists/table.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { listGenreRows } from "#app/slices/genre/genre.server.ts";
import { genreColumns } from "#app/slices/genre/genre-columns.tsx";
import type { Route } from "./+types/genres.ts";

export const middleware = [requirePermissionInParallel("genre:list")];

export async function loader({ url, context }: Route.LoaderArgs) {
  const { genres, sort } = await listGenreRows(context.get(dbContext), url.searchParams.get("sort"));
  const { role } = await context.get(viewerContext);
  const fromNow = timeFromNow(context);
  return {
    genres: genres.map(({ updatedAt, ...genre }) => ({ ...genre, updated: fromNow(updatedAt) })),
    sort,
    mayCreate: can(role, "genre:create"),
    mayUpdate: can(role, "genre:update"),
  };
}

export default function Genres({ loaderData: { genres, sort, mayCreate, mayUpdate } }: Route.ComponentProps) {
  const { t } = useI18n();
  const { search } = useLocation();
  const add = mayCreate ? { to: href("/manager/genres/new"), label: t("genre:manager.new") } : null;
  return (
    <>
      <PageTitle title={t("genre:list.title")} />
      <ListHeading title={t("genre:list.title")} add={add} />
      {genres.length === 0 ? (
        <EmptyList
          empty={t("genre:list.empty")}
          description={t("genre:list.emptyDescription")}
          add={add}
          clearTo={href("/manager/genres")}
        />
      ) : (
        <Table
          label={t("genre:list.title")}
          columns={genreColumns(t, mayUpdate)}
          items={genres}
          sort={sort}
          searchOf={() => search}
          editTo={({ id }, search) => fromList(href("/manager/genres/:id/update", { id }), search)}
        />
      )}
    </>
  );
}
