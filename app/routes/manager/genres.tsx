import { href, Link } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { listGenres } from "#app/features/genre/genre.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { ListHeading } from "#app/lists/list-heading.tsx";
import { requirePermissionInParallel } from "#app/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/genres.ts";

export const middleware = [requirePermissionInParallel("genre:list")];

export async function loader({ context }: Route.LoaderArgs) {
  const genres = await listGenres(context.get(dbContext));
  const { role } = await context.get(viewerContext);
  return { genres, mayCreate: can(role, "genre:create"), mayUpdate: can(role, "genre:update") };
}

export default function Genres({ loaderData: { genres, mayCreate, mayUpdate } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("genre:list.title")} />
      <ListHeading
        title={t("genre:list.title")}
        add={mayCreate ? { to: href("/manager/genres/new"), label: t("genre:manager.new") } : null}
      />
      {genres.length === 0 ? (
        <div className="py-16 text-center">
          <p className="font-serif text-xl font-semibold">{t("genre:list.empty")}</p>
          <p className="mt-1 text-quiet">{t("genre:list.emptyDescription")}</p>
        </div>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
          {genres.map(({ id, name, bookCount }) => (
            <li key={id} className="relative flex justify-between gap-4 px-4 py-3 hover:bg-accent-soft">
              {mayUpdate ? (
                <Link
                  to={href("/manager/genres/:id/update", { id })}
                  className="min-w-0 font-medium break-words stretched-link"
                >
                  <bdi>{name}</bdi>
                </Link>
              ) : (
                <bdi>{name}</bdi>
              )}
              <span className="shrink-0 text-quiet">{t("genre:books", { count: bookCount })}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
