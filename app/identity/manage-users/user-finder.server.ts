import { href } from "react-router";
import { dbContext } from "#app/context.ts";
import { type Finder, FOUND_AT_ONCE } from "#app/core/lists/finder.ts";
import { rowidOf, searchPage } from "#app/core/lists/search.server.ts";
import { users } from "#app/identity/tables/users.ts";

/** Finds users as the manager's list does, without counting them. */
export const userFinder: Finder = {
  entity: "user",
  async find(context, term) {
    const db = context.get(dbContext);
    const { page } = await searchPage(
      db,
      { index: "users_search", term, after: null, pageSize: FOUND_AT_ONCE, counted: false },
      (found, limit) =>
        db
          .select({ id: users.id, name: users.name, email: users.email, rowid: rowidOf(users).as("row") })
          .from(users)
          .where(found(users))
          .orderBy(rowidOf(users))
          .limit(limit),
    );
    return page.items.map(({ id, name, email }) => ({
      to: href("/manager/users/:id", { id }),
      name: name ?? email,
      detail: name && email,
    }));
  },
};
