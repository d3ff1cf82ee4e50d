import { href } from "react-router";
import { dbContext } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { type Finder, FOUND_AT_ONCE } from "#app/core/lists/search/finder.ts";
import { FOUND, isFound, searchPage } from "#app/core/lists/search/search.server.ts";
import { users } from "#app/identity/tables/users.ts";

/** A user found by part of their name or email address. */
export interface FoundUser {
  id: string;
  name: string | null;
  email: string;
}

/** The first users that the manager's list would find, without counting them. */
export async function findUsers(db: Database, term: string): Promise<FoundUser[]> {
  const { page } = await searchPage(
    db,
    { index: "users_search", term, after: null, pageSize: FOUND_AT_ONCE, counted: false },
    (matches, limit) =>
      db
        .select({ id: users.id, name: users.name, email: users.email, ...FOUND })
        .from(matches)
        .crossJoin(users)
        .where(isFound(users))
        .limit(limit),
  );
  return page.items.map(({ id, name, email }) => ({ id, name, email }));
}

/** Finds users as the manager's list does. */
export const userFinder: Finder = {
  entity: "user",
  async find(context, term) {
    const found = await findUsers(context.get(dbContext), term);
    return found.map(({ id, name, email }) => ({
      to: href("/manager/users/:id", { id }),
      name: name ?? email,
      detail: name && email,
    }));
  },
};
