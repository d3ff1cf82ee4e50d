import { viewerContext } from "#app/context.ts";
import { bookFinder } from "#app/features/book/book-finder.server.ts";
import { genreFinder } from "#app/features/genre/genre-finder.server.ts";
import { userFinder } from "#app/features/user/user-finder.server.ts";
import { type Finder, type FindResult, FOUND_AT_ONCE } from "#app/lists/finder.ts";
import { requirePermissionInParallel } from "#app/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import type { Route } from "./+types/find.ts";

export const middleware = [requirePermissionInParallel("apps:manager")];

/** Searches look at no more characters of a term than these. */
const MAX_TERM = 200;

/** What the command palette searches, in this order. */
const FINDERS: Finder[] = [bookFinder, genreFinder, userFinder];

/** What the command palette finds for a term, for each entity that the reader may list. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<FindResult> {
  // As it was asked for, because the palette compares it with what is typed by then.
  const term = (url.searchParams.get("term") ?? "").trim();
  // All at once, so that a page of results costs one trip to D1, too.
  const [{ role }, ...results] = await Promise.all([
    context.get(viewerContext),
    ...FINDERS.map(({ find }) => (term === "" ? [] : find(context, term.slice(0, MAX_TERM)))),
  ]);
  const groups = FINDERS.flatMap(({ entity }, index) =>
    can(role, `${entity}:list`) ? [{ entity, found: (results[index] ?? []).slice(0, FOUND_AT_ONCE) }] : [],
  );
  return { term, groups: groups.filter(({ found }) => found.length > 0) };
}
