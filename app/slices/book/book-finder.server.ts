import { href } from "react-router";
import { dbContext } from "#app/context.ts";
import { type Finder, FOUND_AT_ONCE } from "#app/core/lists/search/finder.ts";
import { FOUND, isFound, searchPage } from "#app/core/lists/search/search.server.ts";
import { BOOKS_SEARCH } from "./book.server.ts";
import { books } from "./books.table.ts";

/** Finds books as the manager's list does, without counting them. */
export const bookFinder: Finder = {
  entity: "book",
  async find(context, term) {
    const db = context.get(dbContext);
    const { page } = await searchPage(
      db,
      { ...BOOKS_SEARCH, term, after: null, pageSize: FOUND_AT_ONCE, counted: false },
      (matches, limit) =>
        db
          .select({ id: books.id, title: books.title, author: books.author, ...FOUND })
          .from(matches)
          .crossJoin(books)
          .where(isFound(books))
          .limit(limit),
    );
    return page.items.map(({ id, title, author }) => ({
      to: href("/manager/books/:id", { id }),
      name: title,
      detail: author,
    }));
  },
};
