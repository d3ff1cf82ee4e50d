import { href } from "react-router";
import { dbContext } from "#app/context.ts";
import type { Finder } from "#app/lists/finder.ts";
import { listBookRows } from "./book-list.server.ts";

/** Finds books as the manager's list does. */
export const bookFinder: Finder = {
  entity: "book",
  async find(context, term) {
    const search = { term, genreId: "", sort: null, after: null };
    const { page } = await listBookRows(context.get(dbContext), search);
    return page.items.map(({ id, title, author }) => ({
      to: href("/manager/books/:id", { id }),
      name: title,
      detail: author,
    }));
  },
};
