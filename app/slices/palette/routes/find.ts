import { viewerContext } from "#app/context.ts";
import { type Finder, type FindResult, FOUND_AT_ONCE, type Found } from "#app/core/lists/search/finder.ts";
import { userFinder } from "#app/identity/manage-users/user-finder.server.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { pathOrHome } from "#app/page-permissions.ts";
import { can } from "#app/permissions.ts";
import { FINDERS } from "#app/slices.server.ts";
import type { Route } from "./+types/find.ts";

export const middleware = [requirePermissionInParallel("apps:manager")];

/** A search uses at most this many characters of a term. */
const MAX_TERM = 200;

/** The sources that the command palette searches, in the order of its results. */
const ALL: Finder[] = [...FINDERS, userFinder];

/**
 * The rows that match a term, for each entity that the reader may list. Only rows whose pages they may open are
 * included.
 */
export async function loader({ url, context }: Route.LoaderArgs): Promise<FindResult> {
  // The term is not shortened here, because the palette compares it with the text typed in the meantime.
  const term = (url.searchParams.get("term") ?? "").trim();
  // All searches run in parallel, so that a page of results costs one round trip to D1.
  const [{ role }, ...results] = await Promise.all([
    context.get(viewerContext),
    ...ALL.map(({ find }) => (term === "" ? [] : find(context, term.slice(0, MAX_TERM)))),
  ]);
  const mayOpen = ({ to }: Found) => pathOrHome(role, to) === to;
  const groups = ALL.flatMap(({ entity }, index) =>
    can(role, `${entity}:list`)
      ? [{ entity, found: (results[index] ?? []).filter(mayOpen).slice(0, FOUND_AT_ONCE) }]
      : [],
  );
  return { term, groups: groups.filter(({ found }) => found.length > 0) };
}
