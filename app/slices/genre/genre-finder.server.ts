import { href } from "react-router";
import { dbContext } from "#app/context.ts";
import { type Finder, FOUND_AT_ONCE } from "#app/core/lists/search/finder.ts";
import { FOUND, isFound, searchPage } from "#app/core/lists/search/search.server.ts";
import { genres } from "./genres.table.ts";

/** Finds genres by name. The manager's list has no search, as it shows all of them on one page. */
export const genreFinder: Finder = {
  entity: "genre",
  async find(context, term) {
    const db = context.get(dbContext);
    const { page } = await searchPage(
      db,
      { index: "genres_search", term, after: null, pageSize: FOUND_AT_ONCE, counted: false },
      (matches, limit) =>
        db
          .select({ id: genres.id, name: genres.name, ...FOUND })
          .from(matches)
          .crossJoin(genres)
          .where(isFound(genres))
          .limit(limit),
    );
    return page.items.map(({ id, name }) => ({
      to: href("/manager/genres/:id", { id }),
      name,
      detail: null,
    }));
  },
};
